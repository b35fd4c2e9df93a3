"""Learn Smile from play against oneself: masked PPO, in PyTorch alone.

``python ppo.py [SECONDS [SEED]]`` learns for so many seconds of the processor, by default 600, and
then plays 3,000 games against two bots ``greedy``. It needs PyTorch and the extras ``vector`` and
``pettingzoo``.
"""

import sys
from math import sqrt
from time import process_time

import torch
from torch import Tensor, nn

from fireflies.adapters import vector
from fireflies.adapters.pettingzoo import AGENT, RawEnv

SEATS, GAMES, STEPS, WIDTH = 3, 1024, 64, 128
MINIBATCH, EPOCHS, CLIP, LAMBDA, RATE, ENTROPY = 8192, 3, 0.2, 0.95, 1e-3, 0.01


class Network(nn.Module):
    """Estimate how good each action is, and the share of the win to come, less a third."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(nn.Linear(size, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        )
        self.actions, self.value = nn.Linear(WIDTH, actions), nn.Linear(WIDTH, 1)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the probabilities of actions, and the value of the position."""
        read = self.body(seen)
        logits = self.actions(read).masked_fill(~mask, -1e9)
        return logits.log_softmax(dim=1), self.value(read).squeeze(1)


class Memory:
    """The decisions of a round, in arrays that the batch writes; the last row begins the next."""

    def __init__(self, batch: vector.Vector) -> None:
        self.batch = batch
        first = [torch.from_numpy(it) for it in batch.buffers if it is not None]
        self.arrays = [it.repeat(STEPS + 1, *[1] * it.ndim) for it in first]
        self.seen, self.mask, self.reward, self.done, self.seat = self.arrays
        rows = zip(*map(Tensor.numpy, self.arrays), strict=True)
        self.rows = [vector.Buffers(*row) for row in rows]

    def play(self, network: Network) -> list[Tensor]:
        """Play a round; return observations, masks, actions, their logarithms, gains, returns."""
        for array in self.arrays:
            array[0] = array[STEPS]
        actions = torch.zeros(STEPS, GAMES, dtype=torch.int64)
        logs, values = torch.zeros(STEPS, GAMES), torch.zeros(STEPS, GAMES)
        for now in range(STEPS):
            log, values[now] = network(self.seen[now], self.mask[now])
            actions[now] = torch.multinomial(log.exp(), 1).squeeze(1)
            logs[now] = log.gather(1, actions[now, :, None]).squeeze(1)
            self.batch.step(actions[now].numpy(), self.rows[now + 1])
        gains, known = self.gains(values)
        data = (self.seen[:-1], self.mask[:-1], actions, logs, gains, gains + values)
        return [it[known] for it in data]

    def gains(self, values: Tensor) -> tuple[Tensor, Tensor]:
        """Return how much better than its value each decision was, and where that is known.

        What follows a decision is the value of the next one of the same seat, or the reward when
        the play ends before. The last decision of a seat in this round has neither yet.
        """
        games = torch.arange(GAMES)
        following, ahead = torch.zeros(GAMES, SEATS), torch.zeros(GAMES, SEATS)
        is_known = torch.zeros(GAMES, SEATS, dtype=torch.bool)
        gains, known = torch.zeros(STEPS, GAMES), torch.zeros(STEPS, GAMES, dtype=torch.bool)
        for now in reversed(range(STEPS)):
            over = self.done[now + 1]
            following[over], ahead[over], is_known[over] = self.reward[now + 1][over], 0.0, True
            at = games, self.seat[now]
            known[now] = is_known[at]
            gains[now] = (following[at] - values[now] + LAMBDA * ahead[at]) * known[now]
            following[at], ahead[at], is_known[at] = values[now], gains[now], True
        return gains, known


def learn(network: Network, optimizer: torch.optim.Optimizer, data: list[Tensor]) -> None:
    """Improve a network by what was played."""
    for _ in range(EPOCHS):
        for part in torch.randperm(len(data[0])).split(MINIBATCH):
            seen, mask, actions, before, gains, returns = (it[part] for it in data)
            log, value = network(seen, mask)
            ratio = (log.gather(1, actions[:, None]).squeeze(1) - before).exp()
            gains = (gains - gains.mean()) / (gains.std() + 1e-8)
            better = torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains)
            entropy = -(log.exp() * log).sum(dim=1)
            loss = (0.5 * (value - returns).square() - better - ENTROPY * entropy).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def shares(network: Network, games: int) -> list[float]:
    """Play against two bots ``greedy``, from each seat in turn; return the shares of the win."""
    found = []
    for seat in range(SEATS):
        bots = ["greedy"] * (SEATS - 1)
        env = RawEnv("smile", seats=[*bots[:seat], AGENT, *bots[seat:]], egocentric=True)
        scales = torch.tensor([it.typical for it in env.features for _ in range(it.size)])
        (agent,) = env.possible_agents
        for number in range(games // SEATS):
            env.reset(seed=number)
            while not env.terminations[agent]:
                now = env.observe(agent)
                seen, mask = (torch.from_numpy(it)[None] for it in now.values())
                log, _ = network(seen / scales, mask.bool())
                env.step(int(log.argmax()))
            found.append(env.rewards[agent] + 1 / SEATS)
    return found


def main(seconds: int = 600, seed: int = 7) -> int:
    """Learn, play against the bots, print the share of the win; return 1 if it may be a third."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    batch = vector.make(
        "smile", games=GAMES, seed=seed, observe="egocentric", scale=True, skip_forced=True
    )
    network = Network(sum(it.size for it in batch.features), len(batch.actions))
    optimizer = torch.optim.Adam(network.parameters(), RATE, eps=1e-5)
    memory, begun, rounds = Memory(batch), process_time(), 0
    while (used := process_time() - begun) < seconds:
        optimizer.param_groups[0]["lr"] = RATE * (1 - used / seconds)
        with torch.no_grad():
            data = memory.play(network)
        learn(network, optimizer, data)
        rounds += 1
    print(f"{rounds * GAMES * STEPS:,} decisions in {seconds} seconds")
    with torch.no_grad():
        won = shares(network, 3000)
    mean = sum(won) / len(won)
    error = 1.96 * sqrt(sum((it - mean) ** 2 for it in won)) / len(won)
    print(f"Share of the win: {mean:.3f}, 95 % bounds {mean - error:.3f} and {mean + error:.3f}")
    return 1 if mean - error <= 1 / SEATS else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3])))
