/**
 * Peer B, competent: peer A by people who know their database. Every statement is prepared, what a sale needs is read by
 * one join, and writes of a transaction are sent together; still one insert, one job and one transaction a sale.
 */
import { runSaleApi } from "../shared/sale.api.ts";
import { preparedStatements } from "./sale.insert.ts";

await runSaleApi("competent-api", process.env, preparedStatements);
