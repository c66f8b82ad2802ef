import { type PeerProcess, runProcess } from "./process.ts";

/** Every process of the peers by name, and the limit of HTTP. Each loads only its own modules. */
const processes: Readonly<Record<string, () => Promise<PeerProcess>>> = {
  "naive api": async () => (await import("./naive.ts")).api,
  "naive worker": async () => (await import("./naive.ts")).worker,
  "competent api": async () => (await import("./competent.ts")).api,
  "competent worker": async () => (await import("./competent.ts")).worker,
  "pg-boss api": async () => (await import("./pg-boss.ts")).api,
  "pg-boss worker": async () => (await import("./pg-boss.ts")).worker,
  limit: async () => (await import("./http-limit.ts")).limit,
};

const { PEER: name = "" } = process.env;
const load = processes[name];
if (!load) throw new Error(`PEER names no process: ${name}`);
await runProcess(name, process.env, await load());
