import { uuidv7 } from "uuidv7";
import { type PeerProcess, serveSales } from "./sale.app.ts";

/** The limit of HTTP: Node's server, Hono and zod read, validate and answer a sale, with nothing behind them. */
export const limit: PeerProcess = ({ PORT }, shutdown) => serveSales(PORT, shutdown, async () => uuidv7());
