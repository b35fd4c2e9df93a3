from pettingzoo.utils.env import ActionType, AECEnv, AgentID, ObsType

class TerminateIllegalWrapper(AECEnv[AgentID, ObsType, ActionType]):
    def __init__(
        self, env: AECEnv[AgentID, ObsType, ActionType], illegal_reward: float
    ) -> None: ...

class AssertOutOfBoundsWrapper(AECEnv[AgentID, ObsType, ActionType]):
    def __init__(self, env: AECEnv[AgentID, ObsType, ActionType]) -> None: ...

class OrderEnforcingWrapper(AECEnv[AgentID, ObsType, ActionType]):
    def __init__(self, env: AECEnv[AgentID, ObsType, ActionType]) -> None: ...
