/**
 * Peer B, competent: peer A by a team that knows its database. Every statement is prepared, one join reads what a sale
 * needs, and a transaction's writes are sent together. Still one insert, one job and one transaction per sale.
 */
import { bullmqApi, bullmqWorker } from "./bullmq.ts";
import { findSale, insertSale, postSale } from "./sale.post.ts";

export const api = bullmqApi((sql) => ({
  insert: (row) => insertSale(sql, row),
  find: (externalId) => findSale(sql, externalId),
}));

export const worker = bullmqWorker((sql) => (id) => postSale(sql, id));
