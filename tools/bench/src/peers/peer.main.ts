import { createLogger, createShutdown, loadConfig, notifyReady, runMain } from "@rewards/runtime";
import { uuidv7 } from "uuidv7";
import { type PeerProcess, peerVars, serveSales } from "./sale.app.ts";

/** Every process of the peers by name, and the limit of HTTP. Each loads only its own modules. */
const processes: Readonly<Record<string, () => Promise<PeerProcess>>> = {
  "naive api": async () => (await import("./naive.ts")).api,
  "naive worker": async () => (await import("./naive.ts")).worker,
  "competent api": async () => (await import("./competent.ts")).api,
  "competent worker": async () => (await import("./competent.ts")).worker,
  "pg-boss api": async () => (await import("./pg-boss.ts")).api,
  "pg-boss worker": async () => (await import("./pg-boss.ts")).worker,
  // Node's server, Hono and zod read, validate and answer a sale, with nothing behind them.
  limit:
    async () =>
    ({ PORT }, shutdown) =>
      serveSales(PORT, shutdown, async () => uuidv7()),
};

/** Below the 5 s, or more, that the harness waits before it kills. */
const stopMsMax = 4_500;

/** It ends on SIGTERM, and when its parent is gone. */
const { PEER: name = "" } = process.env;
const load = processes[name];
if (!load) throw new Error(`PEER names no process: ${name}`);
await runMain(name, async () => {
  const start = await load();
  // Neither peers nor product log requests.
  const logger = createLogger({ name, level: "warn" });
  const shutdown = createShutdown({ logger, deadlineMs: stopMsMax });
  // Before the start: the parent may be gone when the start is done.
  shutdown.listen();
  const url = await start(loadConfig(peerVars, process.env), shutdown);
  notifyReady(url === undefined ? {} : { url });
});
