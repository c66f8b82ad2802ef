import { enablePartitions } from "@rewards/db";
import type { Progress } from "@rewards/lab/progress";
import { exactly } from "@rewards/lab/report/bars";
import { formatCount, formatFigure } from "@rewards/lab/report/number";
import type { Bar, Table } from "@rewards/lab/report/report";
import { expectBooksOk } from "../measure/database.ts";
import { fillLedger } from "../measure/ledger.fill.ts";
import { type Bench, measureSales, type RunFigures, warmUp } from "./measure.ts";
import type { PartitionOptions } from "./partitions.options.ts";
import { type Session, withSession } from "./session.ts";

interface ChangeStep {
  readonly name: string;
  readonly seconds: number;
}

export interface ChangeFigures {
  /** Sales in the table before the change. */
  readonly filled: number;
  readonly steps: readonly ChangeStep[];
  readonly before: readonly RunFigures[];
  readonly during: readonly RunFigures[];
  readonly after: readonly RunFigures[];
}

/** Changes a table of many sales while others come in at a fixed rate. A refused sale makes the run void. */
export async function measureChange(
  bench: Bench,
  options: PartitionOptions,
  progress: Progress,
): Promise<ChangeFigures> {
  const { sales, buyers } = options;
  const perMember = Math.max(1, Math.round(sales / buyers));
  progress.step(`filling ${formatCount(perMember * buyers)} sales`);
  const prepare = (databaseUrl: string) =>
    fillLedger(databaseUrl, { members: buyers, perMember: [perMember, perMember] });
  return withSession(bench, { members: buyers, prepare }, async (session, { entries }) => {
    await warmUp(session, salesOf(options));
    progress.step("sales before the change");
    const before = [await measureSales(session, salesOf(options), "before")];
    progress.step("the change");
    const { steps, during } = await changeUnderLoad(session, options);
    progress.step("sales after the change");
    const after = [await measureSales(session, salesOf(options), "after")];
    await expectBooksOk(session.databaseUrl);
    return { filled: entries, steps, before, during, after };
  });
}

const salesOf = ({ connections, seconds, rate, warmUp: warmUpSeconds }: PartitionOptions) => {
  const pace = { kind: "paced", seconds, perSecond: rate } as const;
  return { workload: "uniform", pace, warmUpSeconds, connections } as const;
};

/** Sends turns of sales until the change is made. */
async function changeUnderLoad(session: Session, options: PartitionOptions) {
  const steps: { name: string; seconds: number }[] = [];
  let lastMs = performance.now();
  const progress = (text: string) => {
    const name = text.replace(/:.*| …$/, "");
    const nowMs = performance.now();
    const last = steps.at(-1);
    if (last) last.seconds += (nowMs - lastMs) / 1000;
    lastMs = nowMs;
    if (last?.name !== name) steps.push({ name, seconds: 0 });
  };
  let isMade = false;
  const change = enablePartitions(session.databaseUrl, { progress }).finally(() => {
    progress("");
    isMade = true;
  });
  const during: RunFigures[] = [];
  do during.push(await measureSales(session, salesOf(options), `during${during.length}`));
  while (!isMade);
  await change;
  return { during, steps: steps.filter(({ name }) => name !== "") };
}

export function changeTables({ filled, steps, ...runs }: ChangeFigures, { rate, seconds }: PartitionOptions): Table[] {
  const most = (some: readonly RunFigures[], read: (run: RunFigures) => number) =>
    formatFigure(Math.max(...some.map(read)));
  return [
    {
      title: `The change of ${formatCount(filled)} sales, in seconds`,
      columns: ["Step", "Seconds"],
      rows: steps.map((step) => [step.name, formatFigure(step.seconds)]),
    },
    {
      title: `Sales at ${formatCount(rate)} a second, before, during and after the change`,
      columns: ["", "Turns", "POST p50 (ms)", "p99", "max", "Lag p99 (ms)", "CPU (µs)"],
      rows: Object.entries(runs).map(([name, some]) => [
        name,
        formatCount(some.length),
        most(some, ({ postMs }) => postMs.p50),
        most(some, ({ postMs }) => postMs.p99),
        most(some, ({ postMs }) => postMs.max),
        most(some, ({ lagMs }) => lagMs.p99),
        most(some, ({ cpu }) => cpu.total),
      ]),
      notes: [`The worst of the turns of ${seconds} s. CPU includes that of the change.`],
    },
  ];
}

export function changeBars({ before, during, after }: ChangeFigures): Bar[] {
  const refused = [...before, ...during, ...after]
    .flatMap(({ statuses }) => Object.entries(statuses))
    .reduce((sum, [status, some]) => (status === "201" ? sum : sum + some), 0);
  return [exactly("sales that were not accepted", 0, refused)];
}
