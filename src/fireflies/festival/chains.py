"""The longest chain: the most islands on a path over given bridges that meets no island twice.

To find it is hard in general, but bridges never cross: cut the map between the islands, and only
few islands lie at the cut. So the islands are taken one by one, and of all choices of bridges so
far only those are told apart that differ at the cut. (Sekine, Imai, Tani, "Computing the Tutte
polynomial of a graph of moderate size", 1995; Knuth calls it "simpath" in TAOCP 4A, 7.1.4.)
"""
