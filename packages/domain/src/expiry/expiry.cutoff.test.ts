import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ExpiryRules, ExpiryVersion } from "../programme.ts";
import { expiryUntils, offsetAt, shortestDays } from "./expiry.calendar.ts";
import { cutoffWithin, expiresAt, expiryCutoff, pastCutoffs, sweepDueSince } from "./expiry.cutoff.ts";

const never = { months: null, until: null, inactiveMonths: null };
const after = (months: number, until: ExpiryVersion["until"] = "day") => ({ months, until, inactiveMonths: null });
const idle = (inactiveMonths: number) => ({ months: null, until: null, inactiveMonths });
type Rule = Omit<ExpiryVersion, "appliedAtMs">;
const at = Date.parse;
const rulesOf = (timeZone: string, ...versions: [string, Rule][]): ExpiryRules => ({
  timeZone,
  versions: versions.map(([applied, rule]) => ({ ...rule, appliedAtMs: at(applied) })),
});
const shown = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : "never");
const first = "2020-01-01T00:00:00Z";

describe("an award expires at the midnight after the last day of its months", () => {
  test.each([
    ["UTC", after(12), "2025-05-04T13:00:00Z", "2026-05-05T00:00:00.000Z"],
    ["UTC", after(1), "2026-01-31T00:00:00Z", "2026-03-01T00:00:00.000Z"],
    ["UTC", after(1), "2024-01-31T23:59:59.999Z", "2024-03-01T00:00:00.000Z"],
    ["UTC", after(1), "2026-02-28T12:00:00Z", "2026-03-29T00:00:00.000Z"],
    ["UTC", after(12, "month"), "2025-05-04T13:00:00Z", "2026-06-01T00:00:00.000Z"],
    ["UTC", after(12, "quarter"), "2025-05-04T13:00:00Z", "2026-07-01T00:00:00.000Z"],
    ["UTC", after(12, "year"), "2025-12-31T23:00:00Z", "2027-01-01T00:00:00.000Z"],
    ["Europe/Berlin", after(12, "year"), "2025-12-31T23:00:00Z", "2027-12-31T23:00:00.000Z"],
    ["Europe/Berlin", after(1), "2026-02-27T23:00:00Z", "2026-03-28T23:00:00.000Z"],
    ["Europe/Berlin", after(1), "2026-02-28T23:00:00Z", "2026-04-01T22:00:00.000Z"],
    ["Europe/Berlin", after(1), "2026-09-25T10:00:00Z", "2026-10-25T23:00:00.000Z"],
    // Clocks of Santiago skip midnight on 6 September 2026; those of Havana show it twice on 1 November 2026.
    ["America/Santiago", after(1), "2026-08-05T12:00:00Z", "2026-09-06T04:00:00.000Z"],
    ["America/Havana", after(1), "2026-09-30T12:00:00Z", "2026-10-31T04:00:00.000Z"],
    ["America/Havana", after(1, "month"), "2026-09-30T12:00:00Z", "2026-11-01T05:00:00.000Z"],
    ["Asia/Kathmandu", after(2, "month"), "2026-04-30T18:15:00Z", "2026-07-31T18:15:00.000Z"],
  ])("%s %j: %s to %s", (zone, rule, posted, expected) => {
    expect(shown(expiresAt(rulesOf(zone, [first, rule]), at(posted), at(posted)))).toBe(expected);
  });

  test("a balance without an entry for its months expires as a whole, whenever its awards were posted", () => {
    const rules = rulesOf("UTC", [first, idle(18)]);
    expect(shown(expiresAt(rules, at("2021-01-01T00:00:00Z"), at("2024-08-31T09:00:00Z")))).toBe(
      "2026-03-01T00:00:00.000Z",
    );
    const last = at("2024-08-31T23:59:59.999Z");
    const [before, then] = [at("2026-02-28T23:59:59.999Z"), at("2026-03-01T00:00:00Z")].map((ms) =>
      expiryCutoff(rules, ms),
    );
    expect([before && cutoffWithin(before, last), then && cutoffWithin(then, last)]).toEqual([-Infinity, Infinity]);
  });
});

test("nothing expires at the first of two midnights", () => {
  const rules = rulesOf("America/Havana", [first, after(1, "month")]);
  const posted = at("2026-09-30T12:00:00Z");
  const isOver = (time: string) => expiryCutoff(rules, at(time)).untilMs >= posted;
  expect(["2026-11-01T04:00:00Z", "2026-11-01T04:59:59.999Z", "2026-11-01T05:00:00Z"].map(isOver)).toEqual([
    false,
    false,
    true,
  ]);
});

test("the past cutoffs are those right before each edit, by the rules until then", () => {
  const rules = rulesOf(
    "UTC",
    [first, never],
    ["2024-01-01T00:00:00Z", after(12)],
    ["2026-03-01T00:00:00Z", after(24)],
    ["2026-05-01T00:00:00Z", idle(6)],
  );
  expect(pastCutoffs(rules)).toEqual([
    // Points of the time without an expiry live as long as those of the day that ended it: until 2025-01-02.
    { atMs: at("2026-03-01T00:00:00Z"), cutoff: { start: "award", untilMs: at("2025-02-28T23:59:59.999Z") } },
    { atMs: at("2026-05-01T00:00:00Z"), cutoff: { start: "award", untilMs: at("2024-04-30T23:59:59.999Z") } },
  ]);
});

describe("an edit", () => {
  const posted = at("2026-01-10T00:00:00Z");
  const end = (...versions: [string, Rule][]) => shown(expiresAt(rulesOf("UTC", ...versions), posted, posted));

  test.each<[string, string, [string, Rule][]]>([
    [
      "that shortens leaves what was earned before",
      "2027-01-11T00:00:00.000Z",
      [
        [first, after(12)],
        ["2026-03-01T00:00:00Z", after(6)],
      ],
    ],
    [
      "that lengthens also holds for what was earned before",
      "2028-01-11T00:00:00.000Z",
      [
        [first, after(12)],
        ["2026-03-01T00:00:00Z", after(24)],
      ],
    ],
    [
      "to no expiry keeps all points",
      "never",
      [
        [first, after(12)],
        ["2026-03-01T00:00:00Z", never],
      ],
    ],
    [
      "that begins an expiry counts from its day",
      "2027-03-02T00:00:00.000Z",
      [
        [first, never],
        ["2026-03-01T00:00:00Z", after(12)],
      ],
    ],
    [
      "of another start lets nothing expire that would have lived longer",
      "2027-03-02T00:00:00.000Z",
      [
        [first, after(12)],
        ["2026-03-01T00:00:00Z", idle(2)],
      ],
    ],
    [
      "back to awards, likewise",
      "2026-09-02T00:00:00.000Z",
      [
        [first, idle(6)],
        ["2026-03-01T00:00:00Z", after(1)],
      ],
    ],
  ])("%s", (_, expected, versions) => expect(end(...versions)).toBe(expected));

  test("that shortens lets no later award expire before an earlier one", () => {
    const rules = rulesOf("UTC", [first, after(12)], ["2026-03-01T00:00:00Z", after(1)]);
    expect(shown(expiresAt(rules, at("2026-03-05T00:00:00Z"), 0))).toBe("2027-03-02T00:00:00.000Z");
  });
});

const zones = ["UTC", "Europe/Berlin", "America/New_York", "America/Santiago", "America/Havana", "Australia/Lord_Howe"];
const [from, to] = [Date.UTC(2020, 0, 1), Date.UTC(2032, 0, 1)];
/** Often close to a clock change, a midnight or the end of a month. */
const instants = fc.oneof(
  fc.integer({ min: from, max: to }),
  fc
    .record({
      day: fc.constantFrom(
        "2026-03-29",
        "2026-10-25",
        "2026-09-06",
        "2026-11-01",
        "2026-01-31",
        "2028-02-29",
        "2026-03-08",
      ),
      years: fc.integer({ min: -3, max: 3 }),
      ms: fc.integer({ min: -36 * 3_600_000, max: 36 * 3_600_000 }),
      isOnTheHour: fc.boolean(),
    })
    .map(
      ({ day, years, ms, isOnTheHour }) =>
        at(day) + years * 31_557_600_000 + (isOnTheHour ? ms - (ms % 3_600_000) : ms),
    ),
);
const rule = fc.oneof(
  fc.constant(never),
  fc
    .record({ months: fc.integer({ min: 1, max: 30 }), until: fc.constantFrom(...expiryUntils) })
    .map(({ months, until }) => after(months, until)),
  fc.integer({ min: 1, max: 30 }).map(idle),
);
const rules = fc
  .record({
    timeZone: fc.constantFrom(...zones),
    edits: fc.array(fc.tuple(instants, rule), { minLength: 1, maxLength: 4 }),
  })
  .map(({ timeZone, edits }): ExpiryRules => {
    const versions = edits.toSorted(([a], [b]) => a - b).map(([appliedAtMs, one]) => ({ ...one, appliedAtMs }));
    return { timeZone, versions };
  });

describe("over any versions, zones and times, both daylight-saving days included", () => {
  test("the cutoff at a time is exactly what has expired by then", () => {
    fc.assert(
      fc.property(rules, instants, fc.array(instants, { minLength: 1, maxLength: 4 }), (given, now, posts) => {
        const cutoff = expiryCutoff(given, now);
        const lastMs = Math.max(...posts);
        for (const postedMs of [...posts, cutoff.untilMs, cutoff.untilMs + 1].filter(Number.isFinite)) {
          const last = Math.max(lastMs, postedMs);
          const isExpired = postedMs <= cutoffWithin(cutoff, last);
          expect([isExpired, shown(postedMs)]).toEqual([expiresAt(given, postedMs, last) <= now, shown(postedMs)]);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("expiry never falls from one award to the next, nor as time passes", () => {
    fc.assert(
      fc.property(rules, instants, instants, (given, one, other) => {
        const [early, late] = one < other ? [one, other] : [other, one];
        expect(expiresAt(given, early, early)).toBeLessThanOrEqual(expiresAt(given, late, late));
        expect(expiryCutoff(given, early).untilMs).toBeLessThanOrEqual(expiryCutoff(given, late).untilMs);
      }),
    );
  });

  test("no edit shortens what was earned", () => {
    fc.assert(
      fc.property(rules, instants, (given, posted) => {
        const earlier = { ...given, versions: given.versions.slice(0, -1) };
        const editMs = given.versions.at(-1)?.appliedAtMs ?? 0;
        fc.pre(earlier.versions.length > 0 && posted <= editMs);
        const before = expiresAt(earlier, posted, posted);
        if (Number.isFinite(before)) expect(expiresAt(given, posted, posted)).toBeGreaterThanOrEqual(before);
      }),
    );
  });

  test("an expiry is the first or second midnight of a local day, after at least the shortest number of days", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        instants,
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(...expiryUntils),
        (zone, posted, months, until) => {
          const end = expiresAt(
            { timeZone: zone, versions: [{ ...after(months, until), appliedAtMs: from }] },
            posted,
            posted,
          );
          const shown = (ms: number) => new Date(ms + offsetAt(ms, zone)).toISOString();
          const isMidnight = shown(end).slice(11, 19) === "00:00:00";
          expect(isMidnight || shown(end - 1).slice(0, 10) < shown(end).slice(0, 10)).toBe(true);
          const clockChangeMs = 3_600_000;
          expect(end - posted).toBeGreaterThan(shortestDays(months) * 86_400_000 - clockChangeMs);
        },
      ),
    );
  });
});

test.each([
  [1, 28],
  [2, 59],
  [3, 89],
  [12, 365],
  [24, 730],
  [120, 3_652],
])("%d months are at least %d days", (months, days) => expect(shortestDays(months)).toBe(days));

describe("the sweep is due", () => {
  const now = at("2026-11-23T12:00:00Z");
  const since = (rules: ExpiryRules, mark: string | null) => {
    const ms = sweepDueSince(rules, mark === null ? null : at(mark), now);
    return ms === undefined ? "not due" : shown(ms);
  };
  const cutoffOf = (rules: ExpiryRules) => new Date(expiryCutoff(rules, now).untilMs).toISOString();

  test.each([
    ["awards", after(12)],
    ["awards, to the end of a year", after(12, "year")],
    ["inactivity", idle(6)],
  ])("not right after it reached the cutoff: %s", (_, rule) => {
    const rules = rulesOf("Europe/Berlin", [first, rule]);
    expect(since(rules, cutoffOf(rules))).toBe("not due");
  });

  test("since the midnight at which the first award after its mark expired", () => {
    const rules = rulesOf("UTC", [first, after(12)]);
    expect(since(rules, "2025-11-21T23:59:59.999Z")).toBe("2026-11-23T00:00:00.000Z");
    expect(since(rules, "2025-11-19T23:59:59.999Z")).toBe("2026-11-21T00:00:00.000Z");
    expect(since(rulesOf("UTC", [first, after(12, "year")]), "2024-12-31T23:59:59.999Z")).toBe("not due");
    expect(since(rulesOf("UTC", [first, after(12, "year")]), "2023-12-31T23:59:59.999Z")).toBe(
      "2026-01-01T00:00:00.000Z",
    );
  });

  test("without a mark, since its rule was applied; not while everything lives", () => {
    expect(since(rulesOf("UTC", ["2026-11-01T00:00:00Z", after(12)]), null)).toBe("2026-11-01T00:00:00.000Z");
    expect(since(rulesOf("UTC", [first, never], ["2026-11-01T00:00:00Z", after(12)]), null)).toBe("not due");
    expect(since(rulesOf("UTC", [first, after(1)], ["2026-11-01T00:00:00Z", never]), null)).toBe("not due");
  });
});
