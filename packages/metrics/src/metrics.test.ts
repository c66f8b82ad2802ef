import { get, type IncomingMessage } from "node:http";
import type { ServiceStatus } from "@rewards/operations";
import { createGate, createHttpCounts, createPipelineCounts } from "@rewards/runtime";
import { expect, onTestFinished, test } from "vitest";
import { exposeGates, exposeReadiness, exposeState, keepFresh } from "./metrics.expose.ts";
import { exposeHttp, exposePipeline, histogramSamples } from "./metrics.pipeline.ts";
import { openMetrics } from "./metrics.serve.ts";

async function open(METRICS_TOKEN?: string) {
  const opened = await openMetrics({ METRICS_PORT: 0, METRICS_HOST: "127.0.0.1", METRICS_TOKEN });
  if (!opened) throw new Error("no metrics");
  onTestFinished(() => opened.close());
  return opened;
}

test("without a port a process does not listen", async () => {
  expect(await openMetrics({ METRICS_HOST: "127.0.0.1" })).toBeUndefined();
});

test("with a token, only those who send it read the metrics", async () => {
  const { url } = await open("0123456789-of-metrics");
  const statusWith = async (authorization: string) => (await fetch(url, { headers: { authorization } })).status;
  expect((await fetch(url)).status).toBe(401);
  expect(await statusWith("Bearer 0123456789-of-another")).toBe(401);
  expect(await statusWith("Bearer 0123456789-of-metrics")).toBe(200);
});

test.each(["evil.example", "evil.example:9464", "127.0.0.1.evil.example"])(
  "on loopback nobody reads the metrics by the name %j: a page could point it here",
  async (host) => {
    const { url } = await open();
    const { statusCode } = await new Promise<IncomingMessage>((resolve, reject) =>
      get(url, { headers: { host } }, (answer) => resolve(answer.resume())).on("error", reject),
    );
    expect(statusCode).toBe(421);
  },
);

test("there is no other path and no other method", async () => {
  const { url } = await open();
  expect((await fetch(url.replace("/metrics", "/"))).status).toBe(404);
  expect((await fetch(url, { method: "POST" })).status).toBe(405);
});

test("answers are printed by route and status, with the time they took", async () => {
  const { url, metrics } = await open();
  const http = createHttpCounts();
  exposeHttp(metrics, http);
  http.of("POST", "/objects").count(201, 4);
  http.of("POST", "/objects").count(201, 40);
  http.of("POST", "/objects").count(503, 40_000);
  const text = await (await fetch(url)).text();
  expect(text).toContain('rewards_http_requests_total{method="POST",route="/objects",status="201"} 2');
  expect(text).toContain('rewards_http_request_duration_seconds_bucket{method="POST",route="/objects",le="0.05"} 2');
  expect(text).toContain('rewards_http_request_duration_seconds_count{method="POST",route="/objects"} 3');
});

test("a metric whose value is unknown has none, and the others are printed", async () => {
  const { metrics } = await open();
  exposeReadiness(metrics, () => Promise.reject(new Error("away")));
  const text = await metrics.print();
  expect(text).not.toMatch(/^rewards_ready /m);
  expect(text).toMatch(/^process_resident_memory_bytes \d/m);
});

test("the printed buckets of a histogram are cumulative, and the last one has all values", () => {
  const histogram = { bounds: [10, 100], counts: [2, 1, 1], sum: 1_026 };
  expect(histogramSamples("h", {}, histogram).map(({ value }) => value)).toEqual([2, 3, 4, 1_026, 4]);
});

test("scrapes at one time share one look", async () => {
  let looks = 0;
  const look = keepFresh(async () => ++looks);
  expect(await Promise.all([look(), look()])).toEqual([1, 1]);
  expect(await look()).toBe(1);
});

test("points, vouchers and gates are printed with the values of their process", async () => {
  const { metrics } = await open();
  const counts = createPipelineCounts();
  exposePipeline(metrics, counts);
  const points = new Map([["Redemption", 250.5]]);
  counts.settle("RedemptionCase", {
    settled: [
      { reason: undefined, lagMs: 40 },
      { reason: "Error_Balance_Insufficient", lagMs: undefined },
    ],
    points,
    vouchers: 3,
    tillFaults: new Map(),
  });
  const one = { settled: [{ reason: undefined, lagMs: undefined }], points, vouchers: 1, tillFaults: new Map() };
  counts.settle("RedemptionCase", one);
  const gate = createGate(1, () => new Error("full"));
  exposeGates(metrics, { pages: () => gate.use() });
  let leave = () => {};
  const inside = gate(() => new Promise<void>((resolve) => (leave = resolve)));
  await expect(gate(async () => undefined)).rejects.toThrow("full");
  const text = await metrics.print();
  expect(text).toContain('rewards_points_total{class="RedemptionCase",type="Redemption"} 501');
  expect(text).toContain('rewards_vouchers_minted_total{class="RedemptionCase"} 4');
  expect(text).toContain('rewards_posted_total{class="RedemptionCase"} 2');
  expect(text).toContain('rewards_gate_calls{gate="pages",state="inside"} 1');
  expect(text).toContain('rewards_gate_calls{gate="pages",state="max"} 1');
  expect(text).toContain('rewards_gate_calls{gate="pages",state="waiting"} 0');
  expect(text).toContain('rewards_gate_refused_total{gate="pages"} 1');
  leave();
  await inside;
  expect(await metrics.print()).toContain('rewards_gate_calls{gate="pages",state="inside"} 0');
});

test("records that wait are printed by class, and how many of them failed or are postponed", async () => {
  const { metrics } = await open();
  const classes = [
    { class: "SaleCase", pending: 9, oldestAt: null, oldestMs: 1_500, failing: 2, postponed: 3 },
    { class: "SegmentCase", pending: 0, oldestAt: null, oldestMs: null, failing: 0, postponed: 0 },
  ];
  exposeState(metrics, {
    readService: async () => ({ classes }) as unknown as ServiceStatus,
    readJobs: async () => ({}),
  });
  const lines = (await metrics.print()).split("\n").filter((line) => line.includes('{class="S'));
  expect(lines).toEqual([
    ...['rewards_pending{class="SaleCase"} 9', 'rewards_pending{class="SegmentCase"} 0'],
    ...[
      'rewards_pending_oldest_seconds{class="SaleCase"} 1.5',
      'rewards_pending_oldest_seconds{class="SegmentCase"} 0',
    ],
    ...['rewards_failing{class="SaleCase"} 2', 'rewards_failing{class="SegmentCase"} 0'],
    ...['rewards_postponed{class="SaleCase"} 3', 'rewards_postponed{class="SegmentCase"} 0'],
  ]);
});

test("sales of tills whose clocks are ahead are counted for 200 stores, and for the rest together", async () => {
  const { metrics } = await open();
  const counts = createPipelineCounts();
  exposePipeline(metrics, counts);
  const settle = (first: number, last: number) =>
    counts.settle("SaleCase", {
      ...{ settled: [], points: new Map(), vouchers: 0 },
      tillFaults: new Map(
        Array.from({ length: last - first + 1 }, (_, index) => [`clock_ahead S-${first + index}`, 2]),
      ),
    });
  settle(1, 199);
  settle(199, 203);
  const lines = (await metrics.print()).split("\n").filter((line) => line.startsWith("rewards_till_faults_total{"));
  expect(lines).toHaveLength(201);
  expect(lines).toContain('rewards_till_faults_total{fault="clock_ahead",store="S-1"} 2');
  expect(lines).toContain('rewards_till_faults_total{fault="clock_ahead",store="S-199"} 4');
  expect(lines).toContain('rewards_till_faults_total{fault="clock_ahead",store="other"} 6');
});
