import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { queueApiVars, runProcess } from "./process.ts";
import { type AcceptSale, createSaleApp, listen } from "./sale.app.ts";
import { type EnqueueSale, openSaleQueue } from "./sale.queue.ts";
import { isSameSale, newSaleRow, type SaleContentRow } from "./sale.row.ts";

type SaleRow = ReturnType<typeof newSaleRow>;

/** How a peer stores a sale, with one statement each. Both return the row, or nothing. */
export interface SaleStatements {
  /** Returns nothing if the ExternalID is already used. */
  insert(row: SaleRow): Promise<readonly { readonly id: string }[]>;
  find(externalId: string): Promise<readonly (SaleContentRow & { readonly id: string })[]>;
}

const poolMax = 10;

/** Runs the API of a peer on drizzle and BullMQ. */
export async function runSaleApi(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
  statementsOf: (db: PostgresJsDatabase) => SaleStatements,
): Promise<void> {
  await runProcess(name, env, queueApiVars, async (config, shutdown) => {
    const client = postgres(config.DATABASE_URL, { max: poolMax });
    const queue = await openSaleQueue(config.QUEUE_URL);
    const accept = createAccept(statementsOf(drizzle({ client })), queue.enqueue);
    const url = await listen(createSaleApp(accept), config.PORT, shutdown);
    shutdown.add("queue", () => queue.close());
    shutdown.add("database", () => client.end());
    return url;
  });
}

/** One insert and one job per request. The unique ExternalID prevents a second copy of a sale. */
function createAccept({ insert, find }: SaleStatements, enqueue: EnqueueSale): AcceptSale {
  return async (content) => {
    const row = newSaleRow(content);
    const [inserted] = await insert(row);
    if (inserted) {
      await enqueue(inserted.id);
      return inserted.id;
    }
    const [existing] = await find(row.externalId);
    if (!existing || !isSameSale(existing, row)) return undefined;
    // The first attempt may have died between insert and job; an extra job does no harm.
    await enqueue(existing.id);
    return existing.id;
  };
}
