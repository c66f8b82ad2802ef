import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { offsetAt } from "./expiry.calendar.ts";

/** What the clocks of a zone show. */
const shown = (instantMs: number, zone: string) =>
  new Date(instantMs + offsetAt(instantMs, zone)).toISOString().slice(0, 19).replace("T", " ");
const local = (instant: string, zone: string) => shown(Date.parse(instant), zone);

describe("offsetAt", () => {
  test.each([
    ["UTC", "2026-05-04T23:59:59.999Z", "2026-05-04 23:59:59"],
    ["Asia/Kathmandu", "2026-05-04T18:15:00Z", "2026-05-05 00:00:00"],
    ["America/New_York", "2026-01-01T04:59:59Z", "2025-12-31 23:59:59"],
    ["Pacific/Kiritimati", "2026-05-03T10:00:00Z", "2026-05-04 00:00:00"],
    ["Europe/Berlin", "2024-02-28T23:00:00Z", "2024-02-29 00:00:00"],
  ])("shows the day and time of %s at %s", (zone, instant, shown) => {
    expect(local(instant, zone)).toBe(shown);
  });

  test.each([
    ["Europe/Berlin", "2026-03-29T00:59:59.999Z", "2026-03-29 01:59:59"],
    ["Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29 03:00:00"],
    ["America/New_York", "2026-03-08T06:59:59Z", "2026-03-08 01:59:59"],
    ["America/New_York", "2026-03-08T07:00:00Z", "2026-03-08 03:00:00"],
    ["Australia/Lord_Howe", "2026-10-03T15:29:59Z", "2026-10-04 01:59:59"],
    ["Australia/Lord_Howe", "2026-10-03T15:30:00Z", "2026-10-04 02:30:00"],
    ["America/Santiago", "2026-09-06T03:59:59Z", "2026-09-05 23:59:59"],
    ["America/Santiago", "2026-09-06T04:00:00Z", "2026-09-06 01:00:00"],
  ])("never shows a time that the clocks of %s skip in spring: %s", (zone, instant, shown) => {
    expect(local(instant, zone)).toBe(shown);
  });

  test.each([
    ["Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25 02:30:00"],
    ["Europe/Berlin", "2026-10-25T01:30:00Z", "2026-10-25 02:30:00"],
    ["Europe/Berlin", "2026-10-25T02:00:00Z", "2026-10-25 03:00:00"],
    ["America/New_York", "2026-11-01T05:30:00Z", "2026-11-01 01:30:00"],
    ["America/New_York", "2026-11-01T06:30:00Z", "2026-11-01 01:30:00"],
    ["Australia/Lord_Howe", "2026-04-04T14:59:59Z", "2026-04-05 01:59:59"],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", "2026-04-05 01:30:00"],
  ])("shows a time twice if the clocks of %s repeat it in autumn: %s", (zone, instant, shown) => {
    expect(local(instant, zone)).toBe(shown);
  });

  test("follows a zone that skipped a day, and one that changed within a quarter of an hour", () => {
    expect(local("2011-12-30T09:59:59Z", "Pacific/Apia")).toBe("2011-12-29 23:59:59");
    expect(local("2011-12-30T10:00:00Z", "Pacific/Apia")).toBe("2011-12-31 00:00:00");
    for (const _ of ["first", "with the zone known"]) {
      expect(local("1972-01-07T00:44:29Z", "Africa/Monrovia")).toBe("1972-01-06 23:59:59");
      expect(local("1972-01-07T00:44:30Z", "Africa/Monrovia")).toBe("1972-01-07 00:44:30");
    }
  });

  test("equals a new formatter of the zone, whatever the order of instants and zones", () => {
    const zones = [
      "UTC",
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kathmandu",
      "Africa/Monrovia",
    ];
    const instants = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) });
    const calls = fc.array(fc.tuple(instants, fc.constantFrom(...zones)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(calls, (all) => {
        for (const [instantMs, timeZone] of all) {
          const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
          expect(shown(instantMs, timeZone)).toBe(format.format(instantMs));
        }
      }),
    );
  });

  test("refuses an unknown zone", () => {
    expect(() => offsetAt(0, "Europe/Atlantis")).toThrow(RangeError);
  });
});
