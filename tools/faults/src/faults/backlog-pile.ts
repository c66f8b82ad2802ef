import { setTimeout as delay } from "node:timers/promises";
import { memoryMibOf } from "@rewards/lab/cpu";
import { unless } from "../check/book.ts";
import { makeSale } from "../load/make.sale.ts";
import { codeOf } from "../load/record.ts";
import type { Fault } from "./fault.ts";

/** About ten times what a gateway lets wait. Each sale is repeated until it is accepted. */
const sales = 3_000;
const insertDelayMs = 1_500;
const memoryMbMax = 512;

export const backlogs: readonly Fault[] = [
  {
    name: "backlog-piled",
    numbers: [17],
    summary:
      "workers stopped, Postgres slow, and 3,000 sales at one API: bounded memory, 503 with Retry-After, then it drains",
    holds: ["everything"],
    lastsMs: [0, 0],
    async inject({ fleet, load, expect }, random) {
      const [api] = fleet.apis;
      for (const worker of fleet.workers) worker.signal("SIGSTOP");
      api?.proxy.slow(insertDelayMs);
      const piled = Promise.all(
        Array.from({ length: sales }, () => load.send({ ...makeSale(random, load.state), isRepeatable: true }, 0)),
      );
      return async () => {
        const first = await Promise.race([piled, delay(3 * insertDelayMs)]);
        const memoryMb = Math.round(memoryMibOf(api?.pid() ?? 0, "now"));
        api?.proxy.slow(0);
        for (const worker of fleet.workers) worker.signal("SIGCONT");
        const sent = first ?? (await piled);
        const turnedAway = sent
          .flatMap(({ attempts }) => attempts)
          .filter((one) => codeOf(one) === "Error_Service_Overloaded");
        expect(unless(turnedAway.length > 0, "unbounded", "503", "no call was rejected"));
        expect(unless(memoryMb <= memoryMbMax, "unbounded", "memory", `the API held ${memoryMb} MB`));
      };
    },
  },
];
