"""Observations in which the seat that decides is seat 0, and the others come after it."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fireflies.tensors import Feature


class Turned:
    """Turns observations of a game with so many seats."""

    def __init__(self, features: Iterable[Feature], seats: int) -> None:
        self._seats: Final = seats
        orders: list[list[NDArray[np.intp]]] = [[] for _ in range(seats)]
        named: list[int] = []
        at = 0
        for feature in features:
            places = np.arange(at, at + feature.size).reshape(feature.shape)
            for seat, order in enumerate(orders):
                order.append(_turned(places, feature.by_seat, seat, seats).reshape(-1))
            named += range(at, at + feature.size) if feature.names_seats else []
            at += feature.size
        self._orders = np.stack([np.concatenate(order) for order in orders])
        self._named = np.array(named, np.intp)

    def turn(self, rows: NDArray[Any], seat: NDArray[np.int64]) -> None:
        """Turn the observation of each game, in which this seat decides."""
        rows[:] = np.take_along_axis(rows, self._orders[seat], axis=1)
        if self._named.size:
            named = rows[:, self._named].astype(np.int64)
            turned = (named - 1 - seat[:, np.newaxis]) % self._seats + 1
            rows[:, self._named] = np.where(named > 0, turned, 0)


def _turned(
    places: NDArray[np.intp], axes: tuple[int, ...], seat: int, seats: int
) -> NDArray[np.intp]:
    """Return the places in the order in which a seat is the first one along these axes."""
    for axis in axes:
        order = [*range(seat, seats), *range(seat), *range(seats, places.shape[axis])]
        places = np.take(places, order, axis=axis)
    return places
