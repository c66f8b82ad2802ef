import { eventKindNames } from "@rewards/domain";
import { withSql } from "@rewards/lab/database";
import { atMost, booksHold } from "@rewards/lab/report/report";

import { cpuColumns } from "../measure/figures.ts";
import { defineRun, roundOptions } from "../run/command.ts";
import type { Bench } from "../run/session.ts";
import { measureTurns, medianTimesOf, turnNote, turnTables } from "../run/turns.ts";

const [without, told] = ["Without", "All kinds"];
/** The most CPU that a sale may take while events of every kind are written. */
const cpuTimesMax = 1.03;

/** As somebody who asks for them does. */
const keepEveryKind = (databaseUrl: string) =>
  withSql(databaseUrl, async (sql) => void (await sql`select keep_events(${eventKindNames}::text[])`));

export const events = defineRun({
  name: "events",
  summary: "what events of every kind add to a sale",
  options: roundOptions(30, 3),
  async measure(bench: Bench, options) {
    const specs = { [without]: options, [told]: { ...options, prepare: keepEveryKind } };
    return { runs: await measureTurns(bench, specs, options.rounds) };
  },
  tables: ({ runs }, options) =>
    turnTables(
      "CPU in µs a sale, latency in ms, statements and bytes of WAL a sale",
      runs,
      ["Sales/s", ...cpuColumns, "POST p99", "Lag p99", "Statements", "WAL bytes"],
      [turnNote(options), "All kinds: events of every kind are written and numbered, and nobody reads them."],
    ),
  bars: ({ runs }) => [
    atMost(
      "CPU a sale with all kinds, against that without",
      cpuTimesMax,
      "times",
      medianTimesOf(runs, told, without, "CPU"),
    ),
    booksHold,
  ],
});
