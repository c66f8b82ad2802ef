import { describe, expect, test } from "vitest";
import { closedUntil, findBrokenHeads, type HeadKind, hashHead, headGraceMs, headsOf } from "./ledger.head.ts";

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
  test("of a day is the sha256sum of `v1|previous head|fold`", () => {
    expect(hashHead("day", "", { at: "2026-05-01", fold: "00" })).toBe(
      "676e69a3d8b2557b5a61963cdb0b22266b81a20d64a595f216aa39fb68d0f7a8",
    );
  });

  test("of a period is the sha256sum of `v2|previous head|end|fold`", () => {
    expect(hashHead("period", "", { at: "2026-05-01T13:00:00.000Z", fold: "00" })).toBe(
      "f9084c84c2c7423ad20ecfde4afc1a607e6701f5a18e54f06542577467e6002b",
    );
  });
});

const places = {
  day: ["2026-05-01", "2026-05-02", "2026-05-05"],
  period: ["2026-05-01T13:00:00.000Z", "2026-05-01T14:00:00.000Z", "2026-05-02T09:00:00.000Z"],
} satisfies Record<HeadKind, string[]>;

describe.each(["day", "period"] as const)("heads of a %s", (kind) => {
  const folds = places[kind].map((place, index) => ({ at: place, fold: String(index).repeat(64), count: index + 1 }));
  const heads = headsOf(kind, folds, "");
  const broken = (kept: typeof heads, folded: typeof folds, first?: string) =>
    findBrokenHeads(kind, kept, folded, first).map((place) => places[kind].indexOf(place));
  const other = "f".repeat(64);

  test("each cover the previous one", () => {
    expect(heads.map((head) => [head.at, head.count])).toEqual(folds.map((fold) => [fold.at, fold.count]));
    expect(at(heads, 0).head).toBe(hashHead(kind, "", at(folds, 0)));
    expect(at(heads, 2).head).toBe(hashHead(kind, at(heads, 1).head, at(folds, 2)));
  });

  test("are the same whether they are made together or one by one", () => {
    const first = headsOf(kind, folds.slice(0, 1), "");
    expect([...first, ...headsOf(kind, folds.slice(1), at(first, 0).head)]).toEqual(heads);
  });

  test("that agree with the entries are not broken", () => {
    expect(broken(heads, folds)).toEqual([]);
    expect(broken([], [])).toEqual([]);
    expect(broken(headsOf(kind, folds, other), folds, other)).toEqual([]);
  });

  test("are broken where entries changed, but not after that", () => {
    expect(broken(heads, folds.with(1, { ...at(folds, 1), fold: other }))).toEqual([1]);
  });

  test("that were changed are broken, and so is the next one, which covers them", () => {
    expect(broken(heads.with(0, { ...at(heads, 0), head: other }), folds)).toEqual([0, 1]);
  });

  test("rewritten to fit changed entries are exposed by the next one", () => {
    const changed = folds.with(1, { ...at(folds, 1), fold: other });
    expect(broken([...headsOf(kind, changed, "").slice(0, 2), at(heads, 2)], changed)).toEqual([2]);
  });

  test("that continue another head are broken at the first", () => expect(broken(heads, folds, other)).toEqual([0]));

  test("that are missing, or lost their entries or count, are broken", () => {
    expect(broken([at(heads, 0), at(heads, 2)], folds)).toEqual([1, 2]);
    expect(broken(heads, folds.slice(0, 2))).toEqual([2]);
    expect(broken(heads.with(2, { ...at(heads, 2), count: 9 }), folds)).toEqual([2]);
  });
});

test("a period's head covers its end", () => {
  const [fold, before] = ["00", ""];
  expect(hashHead("period", before, { at: "2026-05-01T13:00:00.000Z", fold })).not.toBe(
    hashHead("period", before, { at: "2026-05-01T14:00:00.000Z", fold }),
  );
});
