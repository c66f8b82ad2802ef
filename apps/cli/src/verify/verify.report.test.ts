import { expect, test } from "vitest";
import { reportJson, reportLines } from "./verify.report.ts";

const sound = { isSound: true, passes: [], heads: { count: 0, last: null, isBehind: false } };

test("the report names the months whose sales were not read", () => {
  const report = { ...sound, unread: ["sale_2026_05", "sale_2026_06"] };
  expect(reportLines(report, 1)).toContain(
    "Not read: the sales of sale_2026_05, sale_2026_06, which are in files. --archives <folder> reads them.",
  );
  expect(reportJson(report, 1)).toMatchObject({ unread: report.unread });
  expect(reportLines({ ...sound, unread: [] }, 1).join("\n")).not.toContain("Not read");
});
