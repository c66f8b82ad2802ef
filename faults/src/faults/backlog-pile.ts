import { readFile } from "node:fs/promises";
import { makeSale } from "../load/make.sale.ts";
import { codeOf } from "../load/record.ts";
import type { Fault } from "./fault.ts";

/** Each comes again until it is taken: about ten times what a gateway lets wait. */
const sales = 3_000;
const insertDelayMs = 1_500;
const memoryMbMax = 512;

/** What a process holds in memory, MB; 0 where the system does not tell. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
}

export const backlogs: readonly Fault[] = [
  {
    name: "backlog-piled",
    numbers: [17],
    summary:
      "workers stopped, Postgres slow, and 3,000 sales at one API: bounded memory, 503 with Retry-After, then it drains",
    holds: ["everything"],
    lastsMs: [0, 0],
    async inject({ subject, load, expect }, random) {
      const [api] = subject.apis;
      for (const worker of subject.workers) worker.signal("SIGSTOP");
      api?.proxy.slow(insertDelayMs);
      const piled = Promise.all(
        Array.from({ length: sales }, () => load.send({ ...makeSale(random, load.state), isRepeatable: true }, 0)),
      );
      return async () => {
        const first = await Promise.race([piled, waitFor(3 * insertDelayMs)]);
        const memoryMb = await residentMb(api?.pid() ?? 0);
        api?.proxy.slow(0);
        for (const worker of subject.workers) worker.signal("SIGCONT");
        const sent = first ?? (await piled);
        const turnedAway = sent
          .flatMap(({ attempts }) => attempts)
          .filter((one) => codeOf(one) === "Error_Service_Overloaded");
        expect(() => [
          ...(turnedAway.length > 0
            ? []
            : [{ kind: "unbounded" as const, key: "503", message: "nobody was turned away", evidence: [] }]),
          ...(memoryMb <= memoryMbMax
            ? []
            : [{ kind: "unbounded" as const, key: "memory", message: `the API held ${memoryMb} MB`, evidence: [] }]),
        ]);
      };
    },
  },
];

const waitFor = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined));
