/**
 * Peer A, naive: what a team writes first with the same stack. A request is one drizzle insert and one BullMQ job; a
 * job is one transaction of ad-hoc drizzle queries. Library defaults, with pools of a sensible size.
 */
import { runSaleApi } from "../shared/sale.api.ts";
import { adHocStatements } from "./sale.insert.ts";

await runSaleApi("naive-api", process.env, adHocStatements);
