import {
  createRuleSets,
  loadMemberships,
  loadProducts,
  loadProgrammes,
  memberByKey,
  type Sql,
  type Tx,
  versionName,
} from "@rewards/db";
import {
  countedAtMs,
  type Explanation,
  explainSale,
  formatId,
  idPrefixOf,
  type Membership,
  normaliseKey,
  type Programme,
  parseId,
  type RuleSet,
  type SaleItem,
  sale,
  versionInForce,
} from "@rewards/domain";
import { type AuditLine, readTrail } from "../audit.list.ts";
import { readWaiting, type Waiting } from "../dead-letter/dead-letter.inspect.ts";
import { describeRecord, type InspectedRow, type Inspection, inspectedColumns } from "./record.inspect.ts";
import { type InspectedEntry, readEntriesOfSale } from "./sale.entries.ts";

/** The history of one sale, from its arrival to its last entry. Times are ISO 8601, IDs are public. */
export interface SaleInspection extends Inspection, Waiting {
  readonly soldAt: string;
  /** The sender, as far as the record knows it. */
  readonly sender: Readonly<Record<"user" | "origin" | "channel" | "pointOfSale", string>>;
  readonly member: { readonly externalId: string; readonly ID: string | null; readonly programme: Programme | null };
  /** By the current catalogue; null if the store is not registered. */
  readonly store: { readonly code: string; readonly isParticipating: boolean | null };
  readonly items: readonly (SaleItem & { readonly earns: boolean | null })[];
  readonly awaiting: Awaiting | null;
  readonly entries: readonly InspectedEntry[];
  readonly audit: readonly AuditLine[];
  readonly explanation: Explanation;
}

/** What a sale waits for, by key; null if not for it. `original` is the sale that a return names. */
interface Awaiting {
  readonly member: string | null;
  readonly store: string | null;
  readonly original: string | null;
}

interface SaleRow extends InspectedRow {
  readonly sale_date_time: Date;
  readonly sale_channel_code: string;
  readonly point_of_sale_id: string;
  readonly sale_items: SaleItem[];
  readonly member_external_id: string;
  readonly store_code: string;
}

/** Reads everything about a sale, by public ID or ExternalID, in one snapshot; undefined if the sale is unknown. */
export async function inspectSale(sql: Sql, key: string): Promise<SaleInspection | undefined> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const row = await findSale(tx, key);
    if (!row) return undefined;
    const [waiting, awaiting, references, entries, audit] = await Promise.all([
      readWaiting(tx, sale.class, row.id),
      readAwaiting(tx, row.id),
      readReferences(tx, row),
      readEntriesOfSale(tx, row.id),
      readTrail(tx, row.id),
    ]);
    const ruleSets = await readRuleSets(tx, row, references, entries);
    const { member } = references;
    const purchases = member ? [{ memberId: member.id, soldAtMs: countedAtMs(timesOf(row)) }] : [];
    const memberships = member && (await loadMemberships(tx, purchases, ruleSets.values())).get(member.id);
    const explained = explain(row, { ...references, memberships }, entries, ruleSets);
    return { ...describe(row), ...waiting, awaiting, ...explained, entries, audit };
  });
}

async function findSale(tx: Tx, key: string): Promise<SaleRow | undefined> {
  const id = parseId(key);
  const byId = id?.prefix === sale.idPrefix ? tx`id = ${id.uuid}::uuid` : tx`external_id = ${normaliseKey(key)}`;
  const [row] = await tx<SaleRow[]>`
    select ${inspectedColumns(tx)}, sale_date_time, sale_channel_code, point_of_sale_id, sale_items, member_external_id, store_code
    from sale where ${byId}`;
  return row;
}

function describe(row: SaleRow) {
  return {
    ...describeRecord(sale, row),
    soldAt: row.sale_date_time.toISOString(),
    sender: {
      user: row.user,
      origin: row.origin,
      channel: row.sale_channel_code,
      pointOfSale: row.point_of_sale_id,
    },
  };
}

async function readAwaiting(tx: Tx, id: string): Promise<SaleInspection["awaiting"]> {
  const [row] = await tx<Awaiting[]>`
    select member, store, original from awaiting where sale_id = ${id} and num_nonnulls(member, store, original) > 0`;
  return row ?? null;
}

type References = Awaited<ReturnType<typeof readReferences>>;

/** Member, store and products as registered now. */
async function readReferences(tx: Tx, { member_external_id, store_code, sale_items, receivedAt }: SaleRow) {
  const [[member], [store], products, programmes] = await Promise.all([
    tx<{ id: string; program_business_id: string; joined_at: Date }[]>`
      select m.id, m.program_business_id, coalesce(m.join_date_time, m.create_date_time) as joined_at
      from (select ${member_external_id}::text as key) asked cross join ${tx.unsafe(memberByKey("asked.key"))} m
      where m.key_since is null or m.key_since <= ${receivedAt}`,
    tx<{ is_participating: boolean }[]>`select is_participating from store where store_code = ${store_code}`,
    loadProducts(
      tx,
      sale_items.map(({ ProductCode }) => ProductCode),
    ),
    loadProgrammes(tx),
  ]);
  return { member, store, products, programme: member && programmes.get(member.program_business_id) };
}

/** The rules that entries name, and those by which the sale would earn now, by version. */
async function readRuleSets(
  tx: Tx,
  row: SaleRow,
  { programme }: References,
  entries: readonly InspectedEntry[],
): Promise<ReadonlyMap<number, RuleSet>> {
  if (!programme) return new Map();
  const named = entries.flatMap(({ rules }) => rules?.version ?? []);
  const versions = new Set([...named, versionOf(row, programme).version]);
  const known = programme.earning.filter(({ version, hasRules }) => hasRules && versions.has(version));
  const key = (version: number) => ({ programmeId: programme.id, version });
  const sets = await createRuleSets(tx)(known.map(({ version }) => key(version)));
  return new Map(
    known.flatMap(({ version }) => {
      const set = sets.get(versionName(key(version)));
      return set ? [[version, set] as const] : [];
    }),
  );
}

const timesOf = ({ sale_date_time: soldAt, receivedAt }: SaleRow) => ({
  soldAtMs: soldAt.getTime(),
  acceptedAtMs: receivedAt.getTime(),
});
const versionOf = (row: SaleRow, { earning }: Programme) => versionInForce(earning, countedAtMs(timesOf(row)));

function explain(
  row: SaleRow,
  references: References & { readonly memberships: readonly Membership[] | undefined },
  entries: readonly InspectedEntry[],
  ruleSets: ReadonlyMap<number, RuleSet>,
) {
  const { member, memberships = [], store, products, programme } = references;
  const sold = {
    id: row.id,
    items: row.sale_items,
    storeCode: row.store_code,
    channel: row.sale_channel_code,
    ...timesOf(row),
  };
  const present = programme && ruleSets.get(versionOf(row, programme).version);
  const registered = {
    products,
    ...(member &&
      programme && { member: { id: member.id, programme, joinedAtMs: member.joined_at.getTime(), memberships } }),
    ...(store && { store: { isParticipating: store.is_participating } }),
    ...(present && { rules: present }),
  };
  const posted = entries.map(({ type, why, rules }) => {
    const ruleSet = rules && ruleSets.get(rules.version);
    return { type, why, rules, ...(ruleSet && { ruleSet }) };
  });
  const explanation = explainSale(sold, registered, { entries: posted, note: row.note });
  return {
    member: {
      externalId: row.member_external_id,
      ID: member ? formatId(idPrefixOf("Member") as string, member.id) : null,
      programme: programme ?? null,
    },
    store: { code: row.store_code, isParticipating: store?.is_participating ?? null },
    items: explanation.lines.map(({ why: _, ...item }) => item),
    explanation,
  };
}
