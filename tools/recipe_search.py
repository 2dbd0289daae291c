# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds the simplest expression of configuration keys that gives the values seen (for describe_family.py)."""
import contextlib
import itertools

INDICES = ("i", "j", "k")


class Search:
    def __init__(self, builds):
        self.builds = builds
        self.used = []
        self.known = []

    @contextlib.contextmanager
    def where(self, present):
        """Inside, only points below those at which something is present are looked at."""
        self.known.append({p for p, there in present.items() if there})
        yield
        self.known.pop()

    def sample(self, values):
        return str(sorted({str(v) for v in values.values()})[:6])

    def keys(self, without=None):
        out = {}
        for build in self.builds.all:
            for key in build.fields:
                out[key] = True
        out.pop(without, None)
        return list(out)

    def value(self, name, point):
        n, indices = point
        if name in INDICES:
            at = INDICES.index(name)
            return indices[at] if at < len(indices) else None
        if name.endswith("]"):
            key, index = name[:-1].split("[")
            items = self.builds.all[n].fields.get(key)
            at = int(index) if index.isdigit() else self.value(index, point)
            return items[at] if isinstance(items, list) and at is not None and at < len(items) else items if isinstance(items, int) else None
        return self.builds.all[n].fields.get(name)

    def moving(self, values, without=None):
        """Names whose change alone changes the values, the nearest to them first."""
        base = {i: v for (n, i), v in values.items() if n == 0}
        out = []
        if not base and len({str(v) for v in values.values()}) > 1:  # not in the first build: what changed in those that have it
            out = list(dict.fromkeys(self.builds.all[n].changed for n, _ in values if self.builds.all[n].changed not in (None, without)))
        for (n, indices), value in values.items():
            key = self.builds.all[n].changed
            if n and key and key != without and indices in base and base[indices] != value and key not in out:
                out.append(key)
        varies = len({str(v) for v in base.values()}) > 1
        if varies:
            out += [f"{k}[{i}]" for k in self.keys(without) for i in INDICES[:2]
                    if isinstance(self.builds.all[0].fields.get(k), list) and self.value(f"{k}[{i}]", next(iter(values))) is not None]
            out += [i for i in INDICES if any(self.value(i, p) is not None for p in values)]
        out += [f"{k}[{c}]" for k in out if isinstance(self.builds.all[0].fields.get(k), list) for c in range(4)]
        # what a changed key moves inside the configuration moves the values too
        for key in self.keys(without):
            if key in out:
                continue
            for mover in list(out):
                if any(b.changed == mover and b.fields.get(key) != self.builds.all[0].fields.get(key) for b in self.builds.all):
                    out.append(key)
                    break
        return out

    def vector(self, name, points):
        out = [self.value(name, p) for p in points]
        return tuple(out) if all(isinstance(v, (int, float)) for v in out) else None

    def use(self, text):
        for key in self.keys():
            if key in text and key not in self.used:
                self.used.append(key)
        return text

    def expression(self, values, without=None):
        points = list(values)
        target = tuple(values[p] for p in points)
        if any(not isinstance(v, (int, float)) for v in target):
            return None
        names = self.moving(values, without)
        if not names:
            if len(set(target)) > 1:
                return None
            return self.constant(target[0])
        atoms = {}
        for name in names + self.kin(names):
            vector = self.vector(name, points)
            if vector is not None:
                atoms.setdefault(vector, name)
        found = self.combine(target, atoms) or self.with_fallback(target, points, names, atoms)
        if found is None:
            extra = {v: k for k in self.keys(without) if (v := self.vector(k, points)) is not None and len(set(v)) == 1 and 1 < v[0]}
            found = self.combine(target, {**{v: k for v, k in extra.items()}, **atoms})
        return self.use(found) if found else None

    def kin(self, names):
        """Numbers of heads beside a head size that may be null: they cancel out where it is."""
        nulls = [n.rpartition(".")[0] for n in names
                 if "head_dim" in n and self.builds.defaults.get(n, 0) is None or "key_value" in n or "kv_heads" in n]
        return [k for k in self.keys() if "head" in k and k.rpartition(".")[0] in nulls and k not in names]

    def constant(self, value):
        return str(int(value))

    def with_fallback(self, target, points, names, atoms):
        """A key that may be null stands for another expression there: found as (KEY ?? EXPRESSION)."""
        terms = dict(atoms)
        for (a, x), (b, y) in itertools.permutations(atoms.items(), 2):
            if all(isinstance(q, int) and q for q in b) and all(isinstance(p, int) for p in a):
                terms.setdefault(tuple(p // q for p, q in zip(a, b)), f"{x} / {y}")
        for c in (2, 3, 4, 8):
            for vector, text in list(atoms.items()):
                terms.setdefault(tuple(c * v for v in vector), f"{c} * {text}")
        for name in names:
            values = [self.value(name, p) for p in points]
            if not any(v is None for v in values) or all(v is None for v in values):
                continue
            if any(v is not None and not isinstance(v, (int, float)) for v in values):
                continue
            for vector, text in terms.items():
                made = tuple(e if v is None else v for v, e in zip(values, vector))
                found = self.combine(target, {**atoms, made: f"({name} ?? {text})"}, quick=True)
                if found:
                    return found
        return None

    def combine(self, target, atoms, quick=False):
        terms = dict(atoms)
        if target in terms:
            return terms[target]
        for (a, x), (b, y) in itertools.product(atoms.items(), repeat=2):
            made = tuple(int(p * q) for p, q in zip(a, b))
            terms.setdefault(made, f"int({x} * {y})" if any(isinstance(v, float) for v in a + b) else f"{x} * {y}")
            if all(q and isinstance(q, int) for q in b) and all(isinstance(p, int) for p in a) and x != y:
                terms.setdefault(tuple(p // q for p, q in zip(a, b)), f"{x} / {y}")
        if target in terms:
            return terms[target]
        for vector, text in list(terms.items()):
            for c in (2, 3, 4, 5, 6, 8, 16, 32, 64):
                terms.setdefault(tuple(v * c for v in vector), f"{c} * {text}")
                if all(isinstance(v, int) and v % c == 0 for v in vector):
                    terms.setdefault(tuple(v // c for v in vector), f"{text} / {c}")
        if target in terms:
            return terms[target]
        for c in (1, 2, 3, 4, 8, -1, -2):
            less = tuple(t - c for t in target)
            if less in terms:
                return f"{terms[less]} {'+' if c > 0 else '-'} {abs(c)}"
        for vector, text in terms.items():
            rest = tuple(t - v for t, v in zip(target, vector))
            if rest in terms:
                return f"{text} + {terms[rest]}"
        for vector, text in atoms.items():  # products of three, squares of quotients
            if all(isinstance(v, int) and v and t % v == 0 for v, t in zip(vector, target)):
                rest = tuple(t // v for t, v in zip(target, vector))
                if rest in terms:
                    return f"{bracket(terms[rest])} * {text}"
        quotients = [(v, t) for v, t in terms.items() if " / " in t]
        for (a, x), (b, y) in itertools.product(quotients, repeat=2):
            for c in (0, 1):
                if all(p * q + c == t for p, q, t in zip(a, b, target)):
                    return f"({x}) * ({y})" + (" + 1" if c else "")
        if len(terms) < 1500 and not quick:
            weights = [hash((n, "weight")) for n in range(len(target))]  # sums of vectors, compared by one number each

            def key(vector):
                return sum(v * w for v, w in zip(vector, weights))

            keys = [(key(v), t) for v, t in terms.items() if all(isinstance(x, int) for x in v)]
            by_key, wanted = dict(keys), key(target)
            for (a, x), (b, y) in itertools.combinations(keys, 2):
                if wanted - a - b in by_key:
                    return f"{x} + {y} + {by_key[wanted - a - b]}"
        return None

    def predicate(self, present):
        """A condition on keys and indices that is true exactly where `present` is."""
        points = list(present)
        target = tuple(bool(present[p]) for p in points)
        names = self.moving({p: int(v) for p, v in present.items()})
        found = {}
        for name in names or self.keys():
            for text, vector in self.tests(name, points):
                found.setdefault(vector, text)
                if vector == target:
                    return self.use(self.or_by_index(name, text, points, target))
        for (a, x), (b, y) in itertools.combinations(found.items(), 2):
            if tuple(p and q for p, q in zip(a, b)) == target:
                return self.use(f"{x} and {y}")
            if tuple(p or q for p, q in zip(a, b)) == target:
                return self.use(f"{x} or {y}")
        return None

    def or_by_index(self, name, text, points, target):
        """A list that the class makes where it is absent: the rule it follows then."""
        key = name.split("[")[0]
        if not name.endswith("]") or self.builds.defaults.get(key, 0) is not None:
            return text
        left = [n for n, p in enumerate(points) if self.builds.all[p[0]].changed != key]
        for other in [k for k in self.keys() if k != key] + ["i"]:
            for rule, vector in self.tests(other, points) if other == "i" or self.moves_list(other, key) else ():
                if all(vector[n] == target[n] for n in left):
                    return f"has({key}) and {text} or not has({key}) and {rule}"
        return f"{text} # ? where {key} is absent #"

    def moves_list(self, other, key):
        return isinstance(self.builds.all[0].fields.get(other), int) and any(
            b.changed == other and b.fields.get(key) != self.builds.all[0].fields.get(key) for b in self.builds.all)

    def tests(self, name, points):
        values = [self.value(name, p) for p in points]
        yield name, tuple(bool(v) for v in values)
        yield f"not {name}", tuple(not v for v in values)
        if any(v is None for v in values):
            yield f"has({name})", tuple(v is not None for v in values)
            yield f"not has({name})", tuple(v is None for v in values)
        for text in {v for v in values if isinstance(v, str)}:
            yield f'{name} == "{text}"', tuple(v == text for v in values)
            yield f'{name} != "{text}"', tuple(v != text for v in values)
        if all(isinstance(v, (int, float)) for v in values):
            yield f"{name} > 1", tuple(v > 1 for v in values)
            indexed = [self.value("i", p) for p in points]
            if name != "i" and all(i is not None for i in indexed):
                yield f"i < {name}", tuple(i < v for i, v in zip(indexed, values))
                yield f"i >= {name}", tuple(i >= v for i, v in zip(indexed, values))
                if all(isinstance(v, int) and v > 0 for v in values):
                    yield f"i % {name} == 0", tuple(i % v == 0 for i, v in zip(indexed, values))
                    yield f"(i + 1) % {name} == 0", tuple((i + 1) % v == 0 for i, v in zip(indexed, values))
                    yield f"(i + 1) % {name} != 0", tuple((i + 1) % v != 0 for i, v in zip(indexed, values))
        if name == "i" and all(v is not None for v in values):
            for c in (0, 1):
                yield f"i > {c}", tuple(v > c for v in values)
                yield f"i == {c}", tuple(v == c for v in values)
            yield "i % 2 == 0", tuple(v % 2 == 0 for v in values)
            yield "i % 2 == 1", tuple(v % 2 == 1 for v in values)


def bracket(text):
    return f"({text})" if " + " in text or " - " in text or " / " in text else text
