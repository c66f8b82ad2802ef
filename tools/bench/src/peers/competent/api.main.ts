/**
 * Peer B, competent: peer A by a team that knows its database. Every statement is prepared, one join reads what a sale
 * needs, and a transaction's writes are sent together. Still one insert, one job and one transaction per sale.
 */
import { runSaleApi } from "../shared/sale.api.ts";
import { preparedStatements } from "./sale.insert.ts";

await runSaleApi("competent-api", process.env, preparedStatements);
