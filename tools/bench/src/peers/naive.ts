/**
 * Peer A, naive: what a team writes first with the same stack. A request is one drizzle insert and one BullMQ job; a
 * job is one transaction of ad-hoc drizzle queries. Library defaults, with pools of a sensible size.
 */
import { deletedStatus, systemUser } from "@rewards/domain";
import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { bullmqApi, bullmqWorker } from "./bullmq.ts";
import { balanceRow, codesOf, decide, entryRow, openStatuses, type SaleDecision } from "./sale.decide.ts";
import { balance, currency, ledgerEntry, member, product, programme, sale, store } from "./tables.ts";

const open = (client: Sql) => drizzle({ client, casing: "snake_case" });

export const api = bullmqApi((client) => {
  const db = open(client);
  return {
    insert: async (row) =>
      (await db.insert(sale).values(row).onConflictDoNothing().returning({ id: sale.id })).length === 1,
    find: async (externalId) => (await db.select().from(sale).where(eq(sale.externalId, externalId)))[0],
  };
});

export const worker = bullmqWorker((client) => {
  const db = open(client);
  return (id) => postSale(db, id);
});

type Tx = Parameters<Parameters<PostgresJsDatabase["transaction"]>[0]>[0];

/**
 * Posts one sale in one transaction, with one query for each thing that it needs.
 * @throws if its member or store is not registered: the queue retries it later.
 */
async function postSale(db: PostgresJsDatabase, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx.select().from(sale).where(eq(sale.id, id));
    if (!found || !openStatuses.includes(found.status)) return;
    const [buyer] = await tx.select().from(member).where(eq(member.externalId, found.memberExternalId));
    const [shop] = await tx.select().from(store).where(eq(store.storeCode, found.storeCode));
    if (!buyer || !shop) throw new Error(`sale ${id} came before its member or store`);
    const [earning] = await tx
      .select()
      .from(programme)
      .innerJoin(currency, eq(currency.program, programme.id))
      .where(eq(programme.businessId, buyer.programBusinessId))
      .orderBy(asc(currency.position))
      .limit(1);
    if (!earning) throw new Error(`member ${buyer.id} has no programme`);
    const products = await tx
      .select()
      .from(product)
      .where(and(inArray(product.productCode, codesOf(found.saleItems)), ne(product.status, deletedStatus)));
    const [head] = await tx
      .select()
      .from(balance)
      .where(and(eq(balance.member, buyer.id), eq(balance.currency, earning.currency.id)))
      .for("update");
    if (!head) throw new Error(`member ${buyer.id} has no balance`);
    const { programme: by, currency: of } = earning;
    const ids = { saleId: id, memberId: buyer.id, programmeId: by.id, currencyId: of.id, balanceId: head.id };
    const { isParticipating } = shop;
    const facts = { ...found, ...by, ...head, ...ids, isParticipating, currencyName: of.name };
    await write(tx, decide(facts, products));
  });
}

/** The unique source of an entry makes a second posting of the same sale fail. */
async function write(tx: Tx, { outcome, entries, balance: after }: SaleDecision): Promise<void> {
  if (after) {
    await tx.insert(ledgerEntry).values(entries.map(entryRow));
    await tx.update(balance).set(balanceRow(after)).where(eq(balance.id, after.id));
  }
  await tx
    .update(sale)
    .set({
      status: outcome.status,
      confirmationNote: outcome.note,
      version: sql`${sale.version} + 1`,
      updateDateTime: sql`clock_timestamp()`,
      updateUserId: systemUser,
    })
    .where(and(eq(sale.id, outcome.id), inArray(sale.status, [...openStatuses])));
}
