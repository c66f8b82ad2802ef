/**
 * Peer A, naive: what a team writes first with the same stack. A request is one drizzle insert and one BullMQ job; a
 * job is one transaction of ad-hoc drizzle queries. Library defaults, with pools of a sensible size.
 */
import { deletedStatus, systemUser } from "@rewards/domain";
import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import { bullmqApi, bullmqWorker } from "./bullmq.ts";
import { codesOf, decide, openStatuses, plan, sumKeysOf } from "./sale.decide.ts";
import * as tables from "./tables.ts";

const { balance, currency, earningVersion, ledgerEntry, member, product, programme, sale, store, tally } = tables;

const open = (client: Sql) => drizzle({ client, casing: "snake_case" });

export const api = bullmqApi((client) => {
  const db = open(client);
  return {
    insert: async (row) =>
      (await db.insert(sale).values(row).onConflictDoNothing().returning({ id: sale.id })).length === 1,
    async find(externalId) {
      const [existing] = await db.select().from(sale).where(eq(sale.externalId, externalId));
      return existing?.id ?? "";
    },
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
      .innerJoin(earningVersion, eq(earningVersion.program, programme.id))
      .where(eq(programme.businessId, buyer.programBusinessId))
      .orderBy(asc(currency.position), desc(earningVersion.version))
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
    const { programme: by, currency: of, earning_version: version } = earning;
    const ids = { saleId: id, memberId: buyer.id, programmeId: by.id, currencyId: of.id, balanceId: head.id };
    const { isParticipating } = shop;
    const facts = { ...by, ...head, ...found, ...version, ...ids, isParticipating, currencyName: of.name };
    const planned = plan(facts, products);
    const keys = sumKeysOf(planned);
    const ofMember = (key: string[]) => and(eq(tally.member, buyer.id), inArray(tally.key, key));
    const known = keys.length === 0 ? [] : await tx.select().from(tally).where(ofMember(keys));
    const { outcome, entries, balance: after, sums } = decide(facts, planned, known);
    // The unique source of an entry makes a second posting of the same sale fail.
    if (entries.length > 0) await tx.insert(ledgerEntry).values(entries);
    if (after) await tx.update(balance).set(after).where(eq(balance.id, head.id));
    if (sums.length > 0) await writeSums(tx, sums);
    await settle(tx, outcome);
  });
}

type Decided<Part extends keyof ReturnType<typeof decide>> = ReturnType<typeof decide>[Part];

const writeSums = (tx: Tx, sums: Decided<"sums">) =>
  tx
    .insert(tally)
    .values(sums)
    .onConflictDoUpdate({ target: [tally.member, tally.key], set: { value: sql`excluded.value` } });

const settle = (tx: Tx, { id, status, note }: Decided<"outcome">) =>
  tx
    .update(sale)
    .set({
      status,
      confirmationNote: note,
      version: sql`${sale.version} + 1`,
      updateDateTime: sql`clock_timestamp()`,
      updateUserId: systemUser,
    })
    .where(and(eq(sale.id, id), inArray(sale.status, [...openStatuses])));
