import { poll } from "@rewards/lab/poll";
import type { LoadRecord } from "../load/record.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

/** Commits of sessions that do not ask for more stay in memory for this long, unless there are very many. */
const asynchronous = { synchronous_commit: "off", wal_writer_delay: "10s", wal_writer_flush_after: "1GB" };
const acceptedMin = 100;
const acceptMsMax = 10_000;

const acceptedSince = ({ calls }: LoadRecord, fromMs: number) =>
  calls.filter(
    ({ call, attempts }) => call.kind === "sale" && attempts.some((one) => one.status === 201 && one.sentMs > fromMs),
  ).length;

export const asynchronousCommits: readonly Fault[] = [
  {
    name: "commits-asynchronous",
    numbers: [32],
    summary: "Postgres runs with synchronous_commit=off and is killed with all of its processes (SIGKILL)",
    holds: ["server", "postgres", "queue"],
    async inject({ postgres, load, patience }) {
      await postgres.end();
      await postgres.start(asynchronous);
      const fromMs = performance.now();
      const isAccepting = () => acceptedSince(load.record, fromMs) >= acceptedMin;
      await poll(isAccepting, Boolean, acceptMsMax * patience);
      await postgres.crash();
      await postgres.start();
      return isAccepting() ? nothingToHeal : undefined;
    },
  },
];
