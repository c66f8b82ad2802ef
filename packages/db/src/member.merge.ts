import {
  AppError,
  balanceName,
  changeOf,
  decideMerge,
  type ExpiryRules,
  endByMerge,
  type FieldChange,
  formatId,
  type MergeContent,
  member,
  mergedFields,
  mergedKey,
  memberMerge as mergeRecord,
  openBook,
  showAmount,
  tierBooksOf,
} from "@rewards/domain";
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";
import { expiryRules, loadProgrammes } from "./catalogue/catalogue.programmes.ts";
import type { Tx } from "./client.ts";
import { expireFirst } from "./expiry/expiry.first.ts";
import { changeRecords } from "./history/history.write.ts";
import { lockBalances, readClock } from "./ledger/ledger.lock.ts";
import { writeBook } from "./ledger/ledger.write.ts";
import { advisoryLocks, type RowLocks, skipLocked } from "./lock.ts";
import { instant } from "./object/object.table.ts";
import type { Effect, EffectCall, EffectWriter } from "./object/object.types.ts";
import { columnFields, type RecordSource, unchangedVersion } from "./record-source.ts";
import { endMemberships } from "./segment-member/segment-member.write.ts";

/** A row for each merge of two members: the source of its entries. A trigger refuses update, delete and truncate. */
export const memberMerge = pgTable("member_merge", {
  id: uuid("id").primaryKey(),
  Member: uuid("member").notNull(),
  FromMember: uuid("from_member").notNull(),
  Reason: text("reason").notNull(),
  CreateDateTime: instant("create_date_time").notNull(),
  CreateUserID: text("create_user_id").notNull(),
});

export const memberMergeSource: RecordSource = {
  record: mergeRecord,
  table: memberMerge,
  id: memberMerge.id,
  version: unchangedVersion,
  fields: columnFields(memberMerge, "Member", "FromMember", "Reason", "CreateDateTime", "CreateUserID"),
};

/** Merges come one after the other: of two that name each other's member, the second finds its member ended. */
export const lockMerges = async (tx: Tx): Promise<void> => {
  await tx`select pg_advisory_xact_lock(${advisoryLocks.merges})`;
};

/** No merge begins until the transaction ends: who has the points of a member stays as it is read from then on. */
export const holdMerges = async (tx: Tx): Promise<void> => {
  await tx`select pg_advisory_xact_lock_shared(${advisoryLocks.merges})`;
};

interface Other {
  readonly id: string;
  readonly status: string;
  readonly external_id: string;
  readonly program_business_id: string;
}

/**
 * Merges other members into those of the calls. Locks the other member, and then the balances of both as sales do. A call
 * that concerns a member of another call of the batch is left: it runs alone.
 */
export const mergeMembers: EffectWriter = async (tx, calls, locks) => {
  const effects = new Map<string, Effect | AppError>();
  const involved = new Set(calls.map(({ id }) => id));
  for (const call of calls) {
    const found = await lockOther(tx, call, locks);
    if (found instanceof AppError) effects.set(call.id, found);
    if (!found || found instanceof AppError || (involved.has(found.id) && found.id !== call.id)) continue;
    involved.add(found.id);
    const effect = await mergeOne(tx, call, found, locks);
    if (effect) effects.set(call.id, effect);
  }
  return effects;
};

const contentOf = ({ content }: EffectCall) => content as MergeContent;

/** Undefined if another session holds it, and locks are skipped. */
async function lockOther(tx: Tx, call: EffectCall, locks: RowLocks): Promise<Other | AppError | undefined> {
  const key = contentOf(call).FromMemberExternalID;
  const [row] = await tx<Other[]>`
    select id, status, external_id, program_business_id from member where external_id = ${key} for update${skipLocked(tx, locks)}`;
  const isHeld = !row && locks === "skip" && (await tx`select from member where external_id = ${key}`).count > 0;
  if (isHeld) return undefined;
  return refuseOther(call, row) ?? row;
}

function refuseOther({ id, scope, record }: EffectCall, other: Other | undefined): AppError | undefined {
  const refuse = (code: "Error_Member_Unknown" | "Error_Member_Same" | "Error_Programme_Other") =>
    new AppError(code, [{ code, identifier: ".FromMemberExternalID" }]);
  if (!other || scope?.programmes?.includes(other.program_business_id) === false) return refuse("Error_Member_Unknown");
  if (other.id === id) return refuse("Error_Member_Same");
  if (other.program_business_id !== record["ProgramBusinessID"]) return refuse("Error_Programme_Other");
  if (other.status === member.transitions.block.to) return new AppError("Error_Member_Blocked");
  return undefined;
}

interface Currency {
  readonly id: string;
  readonly name: string;
  readonly rules: ExpiryRules | null;
}

async function mergeOne(
  tx: Tx,
  call: EffectCall,
  other: Other,
  locks: RowLocks,
): Promise<Effect | AppError | undefined> {
  const currencies = await tx<Currency[]>`
    select c.id, c.name, ${expiryRules(tx)} as rules from currency c join programme p on p.id = c.program
    where p.business_id = ${other.program_business_id} order by c.position`;
  const keys = currencies.flatMap(({ id: currencyId }) =>
    [call.id, other.id].map((memberId) => ({ memberId, currencyId })),
  );
  const balances = await lockBalances(tx, keys, locks);
  if (balances.length < keys.length) return undefined;
  const [clockMs, programmes] = [await readClock(tx), await loadProgrammes(tx)];
  const book = openBook({ balances, clockMs, newId: uuidv7, tiers: tierBooksOf(programmes.values()) });
  const locked = new Map(balances.map((balance) => [balanceName(balance), balance]));
  const keyOf = (memberId: string, currencyId: string) => balanceName({ memberId, currencyId });
  const expiring = currencies.flatMap(({ id, rules }) => {
    const balance = locked.get(keyOf(other.id, id));
    return balance && rules ? [{ balance, rules }] : [];
  });
  await expireFirst(tx, book, expiring, clockMs);
  const merge = uuidv7();
  try {
    for (const { id: currencyId } of currencies) {
      const [from, into] = [other.id, call.id].map((memberId) => ({ memberId, currencyId })) as [Key, Key];
      decideMerge(book, { from, into, sourceClass: mergeRecord.class, sourceId: merge });
    }
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  const changesOf = (memberId: string) =>
    currencies.flatMap(({ id, name }) => {
      const [before, after] = [locked.get(keyOf(memberId, id))?.balance ?? 0n, book.balanceOf(memberId, id)];
      return changeOf(`Balance.${name}`, showAmount(before), showAmount(after));
    });
  await tx`
    insert into member_merge (id, member, from_member, reason, create_date_time, create_user_id)
    values (${merge}, ${call.id}, ${other.id}, ${contentOf(call).Reason ?? ""}, ${new Date(clockMs).toISOString()}, ${call.user})`;
  await writeBook(tx, book);
  await passKeys(tx, call, other, clockMs);
  await endOther(tx, call, other, changesOf(other.id));
  const from = formatId(member.idPrefix, other.id);
  return {
    changes: [...changesOf(call.id), ...changeOf(mergedFields.from, "", from)],
    audit: { from, merge: formatId(mergeRecord.idPrefix, merge) },
  };
}

interface Key {
  readonly memberId: string;
  readonly currencyId: string;
}

/** Keys, vouchers and what returns hold belong to the one that stays. So do members that were merged into the other. */
async function passKeys(tx: Tx, { id, record }: EffectCall, other: Other, clockMs: number): Promise<void> {
  const at = new Date(clockMs).toISOString();
  await tx`
    update balance set merged_into = ${id}, merged_at = coalesce(merged_at, ${at})
    where id = any(array(select id from balance where member = ${other.id} or merged_into = ${other.id} order by member, currency for update))`;
  await tx`update member set merged_into = ${id} where merged_into = ${other.id}`;
  await tx`update member_key set member = ${id} where member = ${other.id}`;
  await tx`
    insert into member_key (key, member, key_since) select external_id, ${id}, key_since from member where id = ${other.id}`;
  await tx`
    update redemption_item set member_external_id = ${String(record["ExternalID"])}
    where id = any(array(select id from redemption_item where member_external_id = ${other.external_id} order by id for update))`;
  await tx`
    update awaiting set holder = ${id}
    where sale_id = any(array(select sale_id from awaiting where holder = ${other.id} order by sale_id for update))`;
  await endMemberships(tx, tx`member = ${other.id}`);
}

async function endOther(
  tx: Tx,
  { id, user }: EffectCall,
  other: Other,
  changes: readonly FieldChange[],
): Promise<void> {
  const { to } = member.transitions.endByMerge;
  const into = formatId(member.idPrefix, id);
  const columns = {
    ...{ external_id: mergedKey(other.id), merged_into: id, status: to },
    ...{ confirmation_note: `Merged into ${into}.`, update_user_id: user },
  };
  const all = [...changeOf("Status", other.status, to), ...changes, ...changeOf(mergedFields.into, "", into)];
  await changeRecords(tx, member, { action: endByMerge }, [{ id: other.id, columns, changes: all }]);
}
