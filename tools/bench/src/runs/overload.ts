import { count, positiveNumber } from "@rewards/lab/options";
import { atLeast, booksHold, exactly } from "@rewards/lab/report/bars";
import { formatCount, formatFigure, formatPercent } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import type { BenchCommand } from "./command.ts";
import { type Bench, measureRun, type RunFigures } from "./measure.ts";
import { measureOverload, measureRefusals, type OverloadFigures, type RefusalFigures } from "./overload.measure.ts";

interface OverloadOptions {
  readonly factor: number;
  readonly seconds: number;
  readonly peakSeconds: number;
  readonly connections: number;
  readonly members: number;
}

const goodputPercentMin = 80;

export const overload: BenchCommand<OverloadOptions> = {
  name: "overload",
  summary: "throughput at twice the load that the service can take",
  options: (command) =>
    command
      .option("--factor <n>", "offered load as a multiple of the peak", positiveNumber, 2)
      .option("--seconds <n>", "seconds of overload", positiveNumber, 20)
      .option("--peak-seconds <n>", "seconds for measuring the peak", positiveNumber, 8)
      // The gateway holds 1,000 sales and 500 under way; the others wait outside. Many more cost the service by their number.
      .option("--connections <n>", "HTTP connections", count, 3_500)
      .option("--members <n>", "members who buy", count, 10_000),
  async run(bench, options, progress) {
    progress.begin(3);
    progress.step("the peak, closed loop");
    const peak = await measurePeak(bench, options);
    const perSecond = peak.salesPerSecond * options.factor;
    progress.step(`${formatCount(perSecond)} sales/s, ${options.factor} times the peak`);
    const under = await measureOverload(bench, { ...options, perSecond });
    progress.step("refusals alone");
    const refusals = await measureRefusals(bench, { ...options, acceptedMicroseconds: peak.cpu.api });
    return {
      name: "overload",
      title: "Overload",
      tables: [tableOf(peak, under), cpuTableOf(peak, under, refusals)],
      bars: barsOf(peak, under, refusals),
      data: { options, peak, under, refusals },
    };
  },
};

function measurePeak(bench: Bench, { peakSeconds: seconds, members }: OverloadOptions): Promise<RunFigures> {
  const pace = { kind: "closed", seconds } as const;
  const spec = { subject: "product", workload: "uniform", connections: 256, members } as const;
  return measureRun(bench, { ...spec, pace });
}

function tableOf(peak: RunFigures, under: OverloadFigures): Table {
  const { p50, p99, max } = under.result.latencyMs;
  return {
    title: "Sales a second, and latency of those accepted (ms)",
    columns: ["", "Offered", "Posted", "Refused", "POST p50", "p99", "max", "API peak MiB"],
    rows: [
      [
        "Peak, closed loop",
        "",
        formatCount(peak.salesPerSecond),
        "",
        ...[peak.postMs.p50, peak.postMs.p99, peak.postMs.max, peak.memoryMib.api].map(formatFigure),
      ],
      [
        "Overload, open loop",
        formatCount(under.perSecond),
        formatCount(under.goodputPerSecond),
        formatPercent(under.refused / under.answers),
        ...[p50, p99, max, under.peakMib.api].map(formatFigure),
      ],
    ],
    notes: [
      `Of ${formatCount(under.answers)} answers under overload ${formatCount(under.result.accepted)} were 201 and ${formatCount(under.refused)} were 503.`,
      "Latency counts from when a request was due; a sale that is accepted waits behind as many as the gateway holds.",
    ],
  };
}

function cpuTableOf(peak: RunFigures, under: OverloadFigures, refusals: RefusalFigures): Table {
  const { cpuSeconds, result, answers } = under;
  const shown = [
    cpuSeconds.api,
    cpuSeconds.worker,
    cpuSeconds.postgres,
    cpuSeconds.redis,
    result.cpuMicroseconds / 1e6,
  ];
  return {
    title: "CPU under overload (s), and what an answer costs the API (µs)",
    columns: ["", "API", "Worker", "Postgres", "Redis", "Load", "A sale at the peak", "A refusal"],
    rows: [["Seconds", ...shown.map(formatFigure), formatFigure(peak.cpu.api), formatFigure(refusals.apiMicroseconds)]],
    notes: [
      `A refusal was measured by itself, over ${formatCount(refusals.refused)} of them while no sale could be stored.`,
      `The generator takes ${formatFigure(result.cpuMicroseconds / answers)} µs a request, on the same cores as the service.`,
    ],
  };
}

function barsOf(peak: RunFigures, under: OverloadFigures, refusals: RefusalFigures): Bar[] {
  const percent = (under.goodputPerSecond / peak.salesPerSecond) * 100;
  return [
    atLeast("goodput under overload, of the peak", goodputPercentMin, "%", percent),
    exactly("answers other than 201 and 503", 0, under.otherAnswers + refusals.otherAnswers),
    exactly("refusals without Retry-After", 0, under.result.withoutRetryAfter + refusals.withoutRetryAfter),
    exactly("accepted sales posted", under.result.accepted, under.posted),
    booksHold,
  ];
}
