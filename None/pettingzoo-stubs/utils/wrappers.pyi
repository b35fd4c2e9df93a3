from pettingzoo.utils.env import ActionType, AECEnv, AgentID, ObsType

class OrderEnforcingWrapper(AECEnv[AgentID, ObsType, ActionType]):
    def __init__(self, env: AECEnv[AgentID, ObsType, ActionType]) -> None: ...
