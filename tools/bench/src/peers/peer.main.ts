import { createLogger, createShutdown, loadConfig, notifyReady, runMain } from "@rewards/runtime";
import { uuidv7 } from "uuidv7";
import { type PeerProcess, peerVars, serveSales } from "./sale.app.ts";

/** Node's server, Hono and zod read, validate and answer a sale, with nothing behind them. */
const limit: PeerProcess = ({ PORT }, shutdown) => serveSales(PORT, shutdown, async () => uuidv7());

/** The processes of the peers, and the limit of HTTP. Each loads only its own modules. */
const processes: Readonly<Record<string, () => Promise<Readonly<Record<string, PeerProcess>>>>> = {
  naive: () => import("./naive.ts"),
  competent: () => import("./competent.ts"),
  "pg-boss": () => import("./pg-boss.ts"),
  limit: async () => ({ api: limit }),
};

/** Below the 5 s, or more, that the harness waits before it kills. */
const stopMsMax = 4_500;

/** It ends on SIGTERM, and when its parent is gone. */
const { PEER: name = "" } = process.env;
const [peer = "", app = ""] = name.split(" ");
await runMain(name, async () => {
  const start = (await processes[peer]?.())?.[app];
  if (!start) throw new Error(`PEER names no process: ${name}`);
  // Neither peers nor product log requests.
  const logger = createLogger({ name, level: "warn" });
  const shutdown = createShutdown({ logger, deadlineMs: stopMsMax });
  // Before the start: the parent may be gone when the start is done.
  shutdown.listen();
  const url = await start(loadConfig(peerVars, process.env), shutdown);
  notifyReady(url === undefined ? {} : { url });
});
