import { availableParallelism, cpus } from "node:os";
import { openDatabase, verifyBooks } from "@rewards/db";
import { InvalidArgumentError, program } from "commander";
import postgres from "postgres";
import { cpuSecondsOf, memoryMibOf } from "./cpu.ts";
import { type LoadResult, quantile, runLoad } from "./load.ts";
import { type Service, startService } from "./service.ts";
import { expectCreated, openShop } from "./shop.ts";
import { readStatements, resetStatements, type Statements } from "./statements.ts";

interface Options {
  readonly sales: number;
  readonly warmUp: number;
  readonly connections: number;
  readonly members: number;
  readonly workers: number;
  readonly queue: "redis" | "postgres";
}

const postedPollMs = 20;
const postedWaitMsMax = 120_000;

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("a whole number of 1 or more");
  return value;
}

function queueName(text: string): Options["queue"] {
  if (text !== "redis" && text !== "postgres") throw new InvalidArgumentError("redis or postgres");
  return text;
}

program
  .name("bench")
  .description("Measures sales from POST to posted, on embedded servers with fresh data.")
  .option("--sales <n>", "sales that are measured", count, 20_000)
  .option("--warm-up <n>", "sales before them, not measured", count, 20_000)
  .option("--connections <n>", "connections, each sending its next sale when the last is answered", count, 64)
  .option("--members <n>", "members that the sales are spread over", count, 2_000)
  .option("--workers <n>", "worker processes", count, 2)
  .option("--queue <backend>", "redis or postgres", queueName, "redis");

await main(program.parse().opts<Options>());

async function main(options: Options): Promise<void> {
  const service = await startService({ queue: options.queue, workers: options.workers, env: process.env });
  const sql = postgres(service.databaseUrl, { max: 1, onnotice: () => undefined });
  const database = openDatabase({
    url: service.databaseUrl,
    name: "bench",
    poolMax: 1,
    viewPoolMax: 1,
    statementTimeoutMs: 600_000,
  });
  try {
    const shop = await openShop(service.url, options.connections, options.members);
    const load = (prefix: string, sales: number) =>
      runLoad({
        url: service.url,
        connections: options.connections,
        count: sales,
        request: (n) => shop.saleRequest(prefix, n),
      });
    expectCreated(await load("warm", options.warmUp));
    await awaitPosted(sql, options.warmUp);
    await resetStatements(sql);
    const cpuBefore = readCpu(service);
    const startedMs = performance.now();
    const result = await load("sale", options.sales);
    expectCreated(result);
    await awaitPosted(sql, options.warmUp + options.sales);
    const postedSeconds = (performance.now() - startedMs) / 1000;
    const cpuAfter = readCpu(service);
    const findings = await verifyBooks(database.sql);
    report({
      options,
      service,
      result,
      postedSeconds,
      cpuBefore,
      cpuAfter,
      statements: await readStatements(sql),
      findings: findings.map(({ invariant }) => invariant),
    });
    process.exitCode = findings.length > 0 ? 1 : 0;
  } finally {
    await Promise.all([sql.end(), database.close()]);
    await service.stop();
  }
}

async function awaitPosted(sql: postgres.Sql, entries: number): Promise<void> {
  const endsMs = performance.now() + postedWaitMsMax;
  while (performance.now() < endsMs) {
    const [row] = await sql<
      { posted: string; pending: string }[]
    >`select (select count(*) from ledger_entry) as posted, (select count(*) from pending) as pending`;
    if (Number(row?.posted) === entries && Number(row?.pending) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, postedPollMs));
  }
  throw new Error("not every sale was posted");
}

type Cpu = Readonly<Record<keyof Service["pids"] | "load", number>>;

function readCpu({ pids }: Service): Cpu {
  const sum = (list: readonly number[]) => list.reduce((seconds, pid) => seconds + cpuSecondsOf(pid), 0);
  const { user, system } = process.cpuUsage();
  return {
    api: sum(pids.api),
    worker: sum(pids.worker),
    postgres: sum(pids.postgres),
    redis: sum(pids.redis),
    load: (user + system) / 1e6,
  };
}

interface Report {
  readonly options: Options;
  readonly service: Service;
  readonly result: LoadResult;
  readonly postedSeconds: number;
  readonly cpuBefore: Cpu;
  readonly cpuAfter: Cpu;
  readonly statements: Statements;
  readonly findings: readonly string[];
}

function report({ options, service, result, postedSeconds, cpuBefore, cpuAfter, statements, findings }: Report): void {
  const { sales } = options;
  const microseconds = (part: keyof Cpu) => ((cpuAfter[part] - cpuBefore[part]) * 1e6) / sales;
  const parts = ["api", "worker", "postgres", "redis"] as const;
  const memory = (list: readonly number[]) => list.map((pid) => `${Math.round(memoryMibOf(pid))} MiB`).join(", ");
  const rows: [string, string][] = [
    ["Machine", `${availableParallelism()} cores, ${cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}`],
    [
      "Load",
      `${sales} sales, ${options.connections} connections, ${options.members} members, ${options.workers} workers, queue on ${options.queue}`,
    ],
    [
      "Answered",
      `${Object.entries(result.statuses)
        .map(([status, times]) => `${times} × ${status}`)
        .join(", ")}, ${Math.round(sales / result.seconds)} a second`,
    ],
    ["Posted", `${Math.round(sales / postedSeconds)} a second, from the first POST to the last entry`],
    [
      "POST p50 / p99",
      `${quantile(result.latenciesMs, 0.5).toFixed(1)} / ${quantile(result.latenciesMs, 0.99).toFixed(1)} ms`,
    ],
    [
      "CPU a sale",
      `${parts.map((part) => `${part} ${Math.round(microseconds(part))}`).join(" + ")} = ${Math.round(parts.reduce((sum, part) => sum + microseconds(part), 0))} µs; load generator ${Math.round(microseconds("load"))} µs`,
    ],
    [
      "Batches",
      `${(sales / statements.insertBatches).toFixed(1)} sales an insert, ${(sales / statements.postBatches).toFixed(1)} a posting`,
    ],
    [
      "Statements a sale",
      `${(statements.insert / sales).toFixed(3)} to insert, ${(statements.post / sales).toFixed(3)} to post`,
    ],
    ["Memory", `api ${memory(service.pids.api)}; worker ${memory(service.pids.worker)}`],
    ["Books", findings.length === 0 ? "OK" : findings.join("; ")],
  ];
  for (const [name, value] of rows) process.stdout.write(`${name.padEnd(18)} ${value}\n`);
}
