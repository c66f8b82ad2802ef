import { isEmpty, poll } from "@rewards/lab/poll";
import type { Sql } from "postgres";
import { rowFinding } from "../check/book.ts";
import type { Finding } from "../check/finding.ts";

/** Workers announce themselves every two seconds; after a fault of the queue, once they reach it again. */
const announcedMsMax = 60_000;

/** A round whose workers do not share the partitions of the queue proves nothing about them. */
export async function checkShares(sql: Sql, partitions = 1): Promise<Finding[]> {
  if (partitions === 1) return [];
  const readSharing = () => sql`select from lease where starts_with(name, ${`worker ${partitions}/`})`;
  const sharing = await poll(readSharing, (rows) => !isEmpty(rows), announcedMsMax);
  if (!isEmpty(sharing)) return [];
  return [rowFinding("void", "partitions", `no worker shares ${partitions} partitions of the queue`)];
}
