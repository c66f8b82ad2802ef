import { processUrlOf, serviceUrlOf } from "@rewards/embedded";
import type { PairedServer } from "@rewards/lab/postgres-pair";
import { expect } from "vitest";
import type { Running } from "./stack.ts";

/** For conditions of servers, also on a slow machine. */
export const replicaWaits = { timeout: 60_000, interval: 100 };

/** The URL of a process's role on the server with this URL of the owner. */
export const roleUrl = (kind: "api" | "console", url: string) => processUrlOf(kind, serviceUrlOf(url)) ?? "";

/** The settings of a process with a replica. The primary comes first in the URL, and the process must choose the standby. */
export function envOf(kind: "api" | "console", [primary, standby]: readonly [string, string], lagMsMax: number) {
  const [first, second] = [new URL(roleUrl(kind, primary)), new URL(roleUrl(kind, standby))];
  return {
    DATABASE_READ_URL: second.href.replace(second.host, `${first.host},${second.host}`),
    DATABASE_READ_LAG_MS_MAX: String(lagMsMax),
  };
}

/** The standby shows nothing newer than now, until it is resumed. */
export async function pauseReplay(standby: PairedServer): Promise<void> {
  await standby.ask("select pg_wal_replay_pause()");
  await expect
    .poll(
      async () => (await standby.ask("select pg_get_wal_replay_pause_state() as state"))[0]?.["state"],
      replicaWaits,
    )
    .toBe("paused");
}

export const resumeReplay = (standby: PairedServer) => standby.ask("select pg_wal_replay_resume()");

/** The last statements of the sessions of this name on the server. */
export async function statementsOn(server: PairedServer, name: string): Promise<string> {
  const rows = await server.ask(`select query from pg_stat_activity where application_name = '${name}'`);
  return rows.map(({ query }) => query).join("\n");
}

/** Reads until the standby has run a statement with this text. It shows the first 1,024 characters of each. */
export async function expectReadOn(standby: PairedServer, read: () => Promise<unknown>, text: string): Promise<void> {
  await expect
    .poll(async () => {
      await read();
      return statementsOn(standby, "rewards-api-reader");
    }, replicaWaits)
    .toContain(text);
}

/** The log's lines about the replica, in their order. */
export const turnsOf = (lines: readonly string[]) =>
  lines.flatMap((line) => /reads use the (primary: the replica cannot be used|replica again)/.exec(line)?.[1] ?? []);

/** A value that the process exports, with or without labels. */
export async function metricOf({ metricsUrl }: Running, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${metricsUrl}`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${name} `) || one.startsWith(`${name}{`));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

/** No positions, but values of a header that Node's client can send. */
export const malformedPositions = [
  ..."x|/|1|0/|/0|0/G|0/123456789|123456789/0|0x1/0x1|-1/0|1/-1|0/0/0|0/0;1/1|1.5/0|null|'0/0'|0/0'--|%30/0|latest".split(
    "|",
  ),
  "0/0, 0/0",
  "0/0\t0/0",
  "\u00e9/0",
  "9".repeat(200),
];
