"""A bot for Firefly Festival, and one for Firefly: Misbehavin'."""

from fireflies import festival, misbehavin
from fireflies.contract import Turn
from fireflies.festival.rules.actions import Action, Bridge, Cross, End, Festival, Pagoda, Public
from fireflies.misbehavin.rules import actions as card_actions


def builder(turn: Turn[festival.State]) -> Action:
    """Score when it is possible, else build; bridges only while there are coins."""
    coins = turn.view.players[turn.seat].coins

    def worth(action: Action) -> int:
        match action:
            case Festival() | Public():
                return 9
            case Pagoda():
                return 8
            case Bridge():
                return 7 if coins > 2 else 2
            case Cross(_, workers):
                return workers
            case End():
                return -1
            case _:
                return 0

    return max(turn.legal_actions, key=worth)


def recruiter(turn: Turn[misbehavin.State]) -> card_actions.Action:
    """Take and play the expensive cards, give up the cheap ones, and never fight."""
    card = turn.view.options.box.card  # by name

    def worth(action: card_actions.Action) -> int:
        match action:
            case card_actions.Take(name) | card_actions.Play(name):
                return 20 + card[name].cost
            case card_actions.Add():
                return 19
            case card_actions.Recruit(name):
                return 10 - card[name].cost
            case card_actions.Discard(name):
                return -card[name].cost
            case card_actions.End() | card_actions.Fight():
                return -1
            case _:
                return 0

    return max(turn.legal_actions, key=worth)
