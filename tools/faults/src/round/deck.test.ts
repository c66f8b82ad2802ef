import { describe, expect, test } from "vitest";
import { faults } from "../faults/index.ts";
import { topologyFaults } from "../faults/topologies.ts";
import { topologyGuards } from "../guards/topology.ts";
import { dealRounds } from "./deck.ts";

/** 26 is the number of the negative controls. */
const listed = Array.from({ length: 32 }, (_, n) => n + 1).filter((n) => n !== 26);

test("every fault of the list is included, under a unique name", () => {
  expect(listed.filter((n) => !faults.some(({ number }) => number === n))).toEqual([]);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
});

describe.each(["redis", "postgres"] as const)("dealt for %s", (backend) => {
  const dealt = dealRounds(faults, { seed: "a", backend, rounds: 200 });
  const usable = faults.filter(({ backends }) => backends?.includes(backend) ?? true);
  const countOf = (name: string) => dealt.flat().filter((fault) => fault.name === name).length;

  test("200 rounds have each fault several times, about equally often", () => {
    const counts = usable.map(({ name }) => countOf(name));
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(5);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  });

  test("a round has one to three faults, all possible on its backend", () => {
    expect(new Set(dealt.map(({ length }) => length))).toEqual(new Set([1, 2, 3]));
    expect(dealt.flat().filter((fault) => !usable.includes(fault))).toEqual([]);
  });

  test("faults that hold the same thing are not in one round", () => {
    const crowded = dealt.filter((round) => {
      const holds = round.flatMap((fault) => fault.holds ?? []);
      return new Set(holds).size < holds.length || (holds.includes("everything") && round.length > 1);
    });
    expect(crowded).toEqual([]);
  });

  test("no fault holds what another of its round needs", () => {
    const starved = dealt.filter((round) =>
      round.some((one) =>
        round.some((other) => other.needs?.some((hold) => one !== other && one.holds?.includes(hold))),
      ),
    );
    expect(starved).toEqual([]);
  });

  test("a seed repeats, and a round does not depend on running those before it", () => {
    expect(dealRounds(faults, { seed: "a", backend, rounds: 20 })).toEqual(dealt.slice(0, 20));
    expect(dealRounds(faults, { seed: "b", backend, rounds: 20 })).not.toEqual(dealt.slice(0, 20));
  });
});

describe("the deck of topologies", () => {
  const names = topologyFaults.map(({ name }) => name);
  const dealt = dealRounds(topologyFaults, { seed: "a", backend: "redis", rounds: 3 * names.length });

  test("no fault has the name of another, of either deck", () => {
    const all = [...faults.map(({ name }) => name), ...names];
    expect(new Set(all).size).toBe(all.length);
  });

  test("a round has one fault, since it brings its servers, and each comes equally often", () => {
    expect(dealt.filter(({ length }) => length !== 1)).toEqual([]);
    const counts = names.map((name) => dealt.flat().filter((fault) => fault.name === name).length);
    expect(counts).toEqual(names.map(() => 3));
  });

  test("every negative control names faults of the deck", () => {
    expect(topologyGuards.flatMap((guard) => guard.faults).filter((name) => !names.includes(name))).toEqual([]);
  });
});
