import { describe, expect, test } from "vitest";
import { findBrokenHeads, firstOpenDay, hashHead, headGraceMs, headsOf } from "./ledger.head.ts";

const folds = ["2026-05-01", "2026-05-02", "2026-05-05"].map((day, index) => ({
  day,
  fold: String(index).repeat(64),
  chains: index + 1,
}));
const heads = headsOf(folds, "");
const at = <T>(list: readonly T[], index: number): T => list[index] as T;

describe("firstOpenDay", () => {
  test.each([
    ["2026-05-04T00:00:00.000Z", "2026-05-03"],
    ["2026-05-04T00:59:59.999Z", "2026-05-03"],
    ["2026-05-04T01:00:00.000Z", "2026-05-04"],
    ["2026-05-04T23:59:59.999Z", "2026-05-04"],
    ["2027-01-01T00:30:00.000Z", "2026-12-31"],
  ])("at %s is %s", (clock, day) => expect(firstOpenDay(Date.parse(clock))).toBe(day));

  test("is an hour behind the clock", () => expect(headGraceMs).toBe(3_600_000));
});

describe("headsOf", () => {
  test("gives each day a head over the one before it", () => {
    expect(heads.map(({ day, chains }) => [day, chains])).toEqual(folds.map(({ day, chains }) => [day, chains]));
    expect(at(heads, 0).head).toBe(hashHead("", at(folds, 0).fold));
    expect(at(heads, 2).head).toBe(hashHead(at(heads, 1).head, at(folds, 2).fold));
  });

  test("gives the same heads whether days come at once or one after the other", () => {
    const first = headsOf(folds.slice(0, 1), "");
    expect([...first, ...headsOf(folds.slice(1), at(first, 0).head)]).toEqual(heads);
  });

  test("hashes a head as `v1|head before|fold`: sha256sum says the same", () => {
    expect(hashHead("", "00")).toBe("676e69a3d8b2557b5a61963cdb0b22266b81a20d64a595f216aa39fb68d0f7a8");
  });
});

describe("findBrokenHeads", () => {
  const other = "f".repeat(64);

  test("finds nothing where heads and entries agree", () => {
    expect(findBrokenHeads(heads, folds)).toEqual([]);
    expect(findBrokenHeads([], [])).toEqual([]);
  });

  test("names the day whose entries changed, and no day after it", () => {
    expect(findBrokenHeads(heads, folds.with(1, { ...at(folds, 1), fold: other }))).toEqual(["2026-05-02"]);
  });

  test("names a day whose head was changed, and the day after, which covers it", () => {
    expect(findBrokenHeads(heads.with(0, { ...at(heads, 0), head: other }), folds)).toEqual([
      "2026-05-01",
      "2026-05-02",
    ]);
  });

  test("names the day after one whose head was made to fit entries that changed", () => {
    const changed = folds.with(1, { ...at(folds, 1), fold: other });
    const fitted = headsOf(changed, "").slice(0, 2);
    expect(findBrokenHeads([...fitted, at(heads, 2)], changed)).toEqual(["2026-05-05"]);
  });

  test("names a day that lost its head, a head that lost its entries, and a count of chains that was changed", () => {
    expect(findBrokenHeads([at(heads, 0), at(heads, 2)], folds)).toEqual(["2026-05-02", "2026-05-05"]);
    expect(findBrokenHeads(heads, folds.slice(0, 2))).toEqual(["2026-05-05"]);
    expect(findBrokenHeads(heads.with(2, { ...at(heads, 2), chains: 9 }), folds)).toEqual(["2026-05-05"]);
  });
});
