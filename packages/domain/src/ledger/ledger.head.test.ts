import { describe, expect, test } from "vitest";
import { closedUntil, findBrokenHeads, hashHead, headGraceMs, headsOf } from "./ledger.head.ts";

const at = <T>(list: readonly T[], index: number): T => list[index] as T;

describe("closedUntil", () => {
  test.each([
    ["2026-05-04T00:00:00.000Z", "2026-05-03T23:00:00.000Z"],
    ["2026-05-04T00:04:59.999Z", "2026-05-03T23:00:00.000Z"],
    ["2026-05-04T00:05:00.000Z", "2026-05-04T00:00:00.000Z"],
    ["2026-05-04T13:59:59.999Z", "2026-05-04T13:00:00.000Z"],
    ["2027-01-01T00:03:00.000Z", "2026-12-31T23:00:00.000Z"],
  ])("at %s is %s", (clock, until) => expect(closedUntil(Date.parse(clock))).toBe(until));

  test("is five minutes behind the clock", () => expect(headGraceMs).toBe(300_000));
});

describe("hashHead", () => {
  test("is the sha256sum of `v1|previous head|end|fold`", () => {
    expect(hashHead("", { at: "2026-05-01T13:00:00.000Z", fold: "00" })).toBe(
      "507e7a60cbd1dd34657896dc375685d69e0617d32727acf1f5bb18ae56a60010",
    );
  });
});

const places = ["2026-05-01T13:00:00.000Z", "2026-05-01T14:00:00.000Z", "2026-05-02T09:00:00.000Z"];

describe("heads", () => {
  const folds = places.map((place, index) => ({ at: place, fold: String(index).repeat(64), count: index + 1 }));
  const heads = headsOf(folds, "");
  const broken = (kept: typeof heads, folded: typeof folds) =>
    findBrokenHeads(kept, folded).map((place) => places.indexOf(place));
  const other = "f".repeat(64);

  test("each cover the previous one", () => {
    expect(heads.map((head) => [head.at, head.count])).toEqual(folds.map((fold) => [fold.at, fold.count]));
    expect(at(heads, 0).head).toBe(hashHead("", at(folds, 0)));
    expect(at(heads, 2).head).toBe(hashHead(at(heads, 1).head, at(folds, 2)));
  });

  test("are the same whether they are made together or one by one", () => {
    const first = headsOf(folds.slice(0, 1), "");
    expect([...first, ...headsOf(folds.slice(1), at(first, 0).head)]).toEqual(heads);
  });

  test("that agree with the entries are not broken", () => {
    expect(broken(heads, folds)).toEqual([]);
    expect(broken([], [])).toEqual([]);
  });

  test("are broken where entries changed, but not after that", () => {
    expect(broken(heads, folds.with(1, { ...at(folds, 1), fold: other }))).toEqual([1]);
  });

  test("that were changed are broken, and so is the next one, which covers them", () => {
    expect(broken(heads.with(0, { ...at(heads, 0), head: other }), folds)).toEqual([0, 1]);
  });

  test("rewritten to fit changed entries are exposed by the next one", () => {
    const changed = folds.with(1, { ...at(folds, 1), fold: other });
    expect(broken([...headsOf(changed, "").slice(0, 2), at(heads, 2)], changed)).toEqual([2]);
  });

  test("that continue another head are broken at the first", () =>
    expect(broken(headsOf(folds, other), folds)).toEqual([0]));

  test("that are missing, or lost their entries or count, are broken", () => {
    expect(broken([at(heads, 0), at(heads, 2)], folds)).toEqual([1, 2]);
    expect(broken(heads, folds.slice(0, 2))).toEqual([2]);
    expect(broken(heads.with(2, { ...at(heads, 2), count: 9 }), folds)).toEqual([2]);
  });
});

test("a period's head covers its end", () => {
  const [fold, before] = ["00", ""];
  expect(hashHead(before, { at: "2026-05-01T13:00:00.000Z", fold })).not.toBe(
    hashHead(before, { at: "2026-05-01T14:00:00.000Z", fold }),
  );
});
