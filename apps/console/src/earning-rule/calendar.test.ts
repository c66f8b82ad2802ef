import { expect, test } from "vitest";
import { calendarFrom, monthBegins, movedMonth, placeIn, sayMonth } from "./calendar.ts";

const now = "2026-01-16T12:00:00";
const calendar = calendarFrom(undefined, now);

test("a calendar has a year from three months ago, or from the month that is asked for", () => {
  expect(monthBegins(calendar)).toEqual([
    ...["2025-10", "2025-11", "2025-12", "2026-01", "2026-02", "2026-03"],
    ...["2026-04", "2026-05", "2026-06", "2026-07", "2026-08", "2026-09"],
  ]);
  expect(calendarFrom("2024-02", now).first).toBe("2024-02");
  for (const wrong of ["", "2026-13", "9999-12", "2026-1", "x"]) expect(calendarFrom(wrong, now).first).toBe("2025-10");
  expect([movedMonth("2026-01", -1), sayMonth("2026-01")]).toEqual(["2025-12", "Jan 2026"]);
});

test.each([
  [{ from: "2026-01-01T00:00", to: "2026-02-01T00:00" }, [3, 4]],
  [{ from: "2025-10-16T12:00", to: "2025-12-01T00:00:00" }, [0.5, 2]],
  [{ from: "2020-01-01T00:00" }, [0, 12]],
  [{ to: "2025-11-16T00:00" }, [0, 1.5]],
  [{ from: "2026-09-01T00:00", to: "2030-01-01T00:00" }, [11, 12]],
  [{ from: "2026-10-01T00:00" }, undefined],
  [{ to: "2025-09-30T00:00" }, undefined],
  [{ from: "1900-01-01T00:00", to: "9999-12-31T23:59:59" }, [0, 12]],
])("a rule of %j is at %j", (rule, place) => {
  expect(placeIn(calendar, rule)).toEqual(place);
});
