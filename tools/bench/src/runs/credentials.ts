import { atMost, booksHold } from "@rewards/lab/report/bars";
import { cpuColumns } from "../measure/processes.ts";
import { spreadOf } from "../measure/statistics.ts";
import { defineRun } from "../run/define.ts";
import { roundOptions } from "../run/options.ts";
import type { Bench } from "../run/session.ts";
import { measureTurns, timesOf, turnNote, turnTables } from "../run/turns.ts";

const [without, withKeys, withTokens] = ["Without", "With keys", "With tokens"];
/** They share the connections, so that none of them reaches a default limit. */
const clients = 32;
/** The most CPU that a sale with a credential may take, relative to one without. */
const cpuTimesMax = 1.03;

export const credentials = defineRun({
  name: "credentials",
  summary: "what credentials, rights and limits add to a sale",
  options: roundOptions(30, 3),
  async measure(bench: Bench, options) {
    const specs = {
      [without]: options,
      [withKeys]: { ...options, callers: { credential: "key", clients } },
      [withTokens]: { ...options, callers: { credential: "token", clients } },
    } as const;
    return { runs: await measureTurns(bench, specs, options.rounds) };
  },
  tables: ({ runs }, options) =>
    turnTables(
      "CPU in µs a sale, latency in ms",
      runs,
      ["Sales/s", ...cpuColumns, "POST p99", "Load gen."],
      [turnNote(options), `With: AUTH=required, ${clients} clients with the rights of a till, and the default limits.`],
    ),
  bars: ({ runs }) => [
    ...[withKeys, withTokens].map((variant) => {
      const { median } = spreadOf(timesOf(runs, variant, without, "CPU"));
      return atMost(`CPU a sale ${variant.toLowerCase()}, against that without`, cpuTimesMax, "times", median);
    }),
    booksHold,
  ],
});
