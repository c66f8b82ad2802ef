/**
 * Peer B, competent: peer A by a team that knows its database. Every statement is prepared, one join reads what a sale
 * needs, and a transaction's writes are sent together. Still one insert, one job and one transaction per sale.
 */
import { sql } from "drizzle-orm";
import { bullmqApi, bullmqWorker } from "./bullmq.ts";
import { postSale } from "./sale.post.ts";
import { saleColumns } from "./sale.row.ts";
import { sale } from "./tables.ts";

const { placeholder } = sql;
type Values = { [Column in (typeof saleColumns)[number]]: ReturnType<typeof placeholder<Column>> };

/** Its statements are built once, and prepared once per connection. */
export const api = bullmqApi((db) => {
  const values = Object.fromEntries(saleColumns.map((column) => [column, placeholder(column)])) as Values;
  const insert = db.insert(sale).values(values).onConflictDoNothing().returning({ id: sale.id }).prepare("insert_sale");
  const find = db
    .select()
    .from(sale)
    .where(sql`${sale.externalId} = ${placeholder("externalId")}`)
    .prepare("find_sale");
  return {
    insert: (row) => insert.execute(row),
    find: (externalId) => find.execute({ externalId }),
  };
});

export const worker = bullmqWorker((client) => (id) => postSale(client, id));
