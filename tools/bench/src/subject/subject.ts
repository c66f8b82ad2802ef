import { fileURLToPath } from "node:url";
import { startProcess, startServiceProcess } from "@rewards/embedded";
import { type ProcessOptions, scriptOf, startProcesses } from "@rewards/lab/process";
import type { Sql } from "postgres";

/** A build of the pipeline to measure: its processes, which all take DATABASE_URL, QUEUE_URL and PORT. */
export interface Subject {
  readonly label: string;
  readonly api: string;
  readonly worker: string;
  /** The name of a peer, whose processes have one script. */
  readonly peer?: string;
  readonly note?: string;
}

export const peerScript = fileURLToPath(new URL("../peers/peer.main.js", import.meta.url));
const peerOf = (peer: string, label: string, does: string): Subject => {
  return { label, api: peerScript, worker: peerScript, peer, note: `${label}: ${does}` };
};

/** Everything that is compared, by name. */
export const subjects = {
  product: { label: "Rewards", api: scriptOf("api"), worker: scriptOf("worker") } as Subject,
  naive: peerOf(
    "naive",
    "Peer A, naive",
    "one insert, one job and one transaction a sale, by drizzle's ad-hoc queries.",
  ),
  competent: peerOf(
    "competent",
    "Peer B, competent",
    "peer A with prepared statements, one join to read and writes sent together.",
  ),
  "pg-boss": peerOf(
    "pg-boss",
    "Peer C, pg-boss",
    "peer B with its queue in Postgres, sale and job in one transaction, jobs fetched in batches.",
  ),
};

export type SubjectName = keyof typeof subjects;

/**
 * Records the key of each sale that a peer inserts, and skips a sale whose key exists: peers rely on a unique
 * ExternalID, which the partitions of `sale` cannot have. The product's own statement writes both.
 */
export async function recordKeys(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create function record_key() returns trigger language plpgsql as $$
    begin
      insert into sale_key (external_id, sale_id) values (new.external_id, new.id) on conflict do nothing;
      return case when found then new end;
    end $$;
    create trigger record_key before insert on sale for each row execute function record_key();
  `);
}

export type RunningSubject = Awaited<ReturnType<typeof startSubject>>;

/** Starts the processes of a subject as they run in production, and waits until they are ready. */
export async function startSubject(
  subject: Subject,
  options: ProcessOptions & { readonly apis: number; readonly workers: number },
) {
  const { label, peer } = subject;
  const { apis, workers, pids, stop } = await startProcesses(options, (app) => ({
    ...options,
    name: `${label} ${app}`,
    script: subject[app],
    // The service's processes have flags and an environment of the service.
    start: peer === undefined ? startServiceProcess : startProcess,
    ...(peer !== undefined && { moreEnv: { PEER: `${peer} ${app}` } }),
  }));
  return {
    /** One for each API. */
    urls: apis.map(({ url }) => url),
    /** Of all processes that have METRICS_PORT. */
    metricsUrls: [...apis, ...workers].flatMap(({ metricsUrl }) => metricsUrl ?? []),
    pids,
    /** @throws if a process did not exit with code 0. */
    async stop(): Promise<void> {
      const codes = await stop();
      if (codes.some((code) => code !== 0)) throw new Error(`${label} ended with codes ${codes.join(", ")}`);
    },
  };
}
