# The names of PettingZoo that fireflies.adapters.pettingzoo and its tests use: it ships no types.

from pettingzoo.utils.env import AECEnv as AECEnv
