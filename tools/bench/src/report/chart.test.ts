import type { Chart, ChartBar } from "@rewards/lab/report/report";
import { expect, it } from "vitest";
import { drawChart } from "./chart.ts";

const chartOf = (bars: readonly ChartBar[], count = 1): Chart => ({
  title: "Sales & CPU",
  groups: Array.from({ length: count }, (_, n) => ({ title: `Group ${n}`, unit: "µs", bars })),
});

const product: ChartBar = { label: "Rewards", value: 200 };
const peer: ChartBar = { label: "Peer A", value: 100, isPeer: true, note: "2.0x less" };

/** The widths of the bars, product's first, without the tracks behind them. */
function barWidths(svg: string): number[] {
  return [...svg.matchAll(/<rect [^>]*width="([\d.]+)"[^>]*fill="#(?:2563eb|a3b1c6)"/g)].map((match) =>
    Number(match[1]),
  );
}

it("the length of a bar is proportional to its value", () => {
  const [longer = 0, shorter = 0] = barWidths(drawChart(chartOf([product, peer])));
  expect(shorter).toBeGreaterThan(0);
  expect(longer / shorter).toBeCloseTo(2, 1);
});

it("a bar too short to see is still drawn", () => {
  const widths = barWidths(drawChart(chartOf([product, { label: "Tiny", value: 0.001 }])));
  expect(Math.min(...widths)).toBe(2);
});

it("a range is drawn if there is one", () => {
  expect(drawChart(chartOf([product]))).not.toContain("<path");
  expect(drawChart(chartOf([{ ...product, low: 190, high: 210 }]))).toContain("<path");
});

it("values, notes and the footer are written", () => {
  const svg = drawChart(chartOf([product, peer]), "2 cores");
  for (const text of [">200<", "2.0x less", "2 cores", "Rewards"]) expect(svg).toContain(text);
});

it("text is escaped", () => {
  const svg = drawChart(chartOf([{ label: "a < b", value: 1 }]));
  expect(svg).toContain("Sales &#38; CPU");
  expect(svg).toContain("a &#60; b");
});

it("two groups share a line, the third is below them", () => {
  const heightOf = (count: number) => Number(/ height="([\d.]+)"/.exec(drawChart(chartOf([product], count)))?.[1]);
  expect(heightOf(2)).toBe(heightOf(1));
  expect(heightOf(3)).toBeGreaterThan(heightOf(2));
});

it("values that are all zero break nothing", () => {
  expect(drawChart(chartOf([{ label: "None", value: 0 }]))).not.toContain("NaN");
});
