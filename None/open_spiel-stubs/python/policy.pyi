class TabularPolicy:
    def action_probabilities(
        self, state: object, player_id: int | None = None
    ) -> dict[int, float]: ...
