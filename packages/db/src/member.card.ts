import {
  AppError,
  type CardContent,
  cardField,
  memberCard as cardRecord,
  changeOf,
  formatId,
  redemption,
  sale,
} from "@rewards/domain";
import { sql as expression } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Tx } from "./client.ts";
import { markCardKeys } from "./member.key.ts";
import { instant } from "./object/object.table.ts";
import type { EffectCall, Effects, EffectWriter } from "./object/object.types.ts";
import { columnFields, type RecordSource, showInstant, unchangedVersion } from "./record-source.ts";
import { refuseAwaitedKeys } from "./scope/scope.records.ts";

/**
 * Further keys of members. A key is either a member's ExternalID or a row here. A removed card with which something was
 * posted stays its member's: it finds the member of these records, and nobody else gets it. Written under the lock of the key.
 */
export const memberKey = pgTable(
  "member_key",
  {
    CardNumber: text("key").primaryKey(),
    id: uuid("id").notNull().default(expression`gen_random_uuid()`),
    Member: uuid("member").notNull(),
    CreateDateTime: instant("since").notNull().default(expression`clock_timestamp()`),
    RemoveDateTime: instant("until"),
    /** Since when the member has it, if an erased person had it before; as `member.key_since`. */
    keySince: instant("key_since"),
  },
  (table) => [index("member_key_member_idx").on(table.Member)],
);

export const memberCardSource: RecordSource = {
  record: cardRecord,
  table: memberKey,
  id: memberKey.id,
  version: unchangedVersion,
  fields: {
    ...columnFields(memberKey, "CardNumber", "Member", "CreateDateTime"),
    RemoveDateTime: { expression: memberKey.RemoveDateTime, show: showInstant },
  },
};

/**
 * Frees removed cards that nothing was posted with: a number that somebody mistyped. Sales that wait for the key are not
 * posted. A worker cannot post one later: it took its row off `awaiting` under the card.
 */
export const freeUnused = (tx: Tx, keys: readonly string[]) => tx`
  delete from member_key k where k.key = any(${[...keys]}::text[]) and k.until is not null
    -- Not "not exists", which is planned for all rows at once: each key is looked up.
    and (select true from sale s where s.member_external_id = k.key and s.status <> ${sale.transitions.reject.to}
      and (select true from awaiting a where a.sale_id = s.id and a.member = k.key) is null limit 1) is null
    and (select true from redemption r where r.member_external_id = k.key and r.status <> ${redemption.transitions.reject.to} limit 1) is null
    and not exists (select from sale_archive where detached_at > k.since)`;

/** Those of these keys that are cards, or were and stay their member's, by the member's UUID. Call it under the locks of the keys. */
export async function readCards(tx: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx<{ key: string; member: string }[]>`
    with freed as (${freeUnused(tx, keys)} returning key)
    select key, member from member_key where key = any(${[...keys]}::text[]) and key not in (select key from freed)`;
  return new Map(rows.map(({ key, member }) => [key, member]));
}

const numberOf = ({ content }: Pick<EffectCall, "content">) => (content as CardContent).CardNumber;

const refusal = (code: "Error_Key_Taken" | "Error_Card_Unknown") =>
  new AppError(code, [{ code, identifier: ".CardNumber" }]);

interface CardRow {
  readonly id: string;
  readonly member: string;
}

/** Cards that the calls leave. The history has their public IDs: no number. */
const effectsOf = (
  calls: readonly EffectCall[],
  rows: readonly CardRow[],
  refused: ReadonlyMap<string, AppError>,
  sides: (card: string) => readonly [string, string],
): Effects => {
  const cards = new Map(rows.map(({ id, member }) => [member, formatId(cardRecord.idPrefix, id)]));
  return new Map(
    calls.map(({ id }) => {
      const card = cards.get(id);
      return [id, card ? { changes: changeOf(cardField, ...sides(card)) } : (refused.get(id) as AppError)] as const;
    }),
  );
};

/** Adds cards, of which none is a member's key or another card, and of a limited caller none that sales of others wait for. */
export const addCards: EffectWriter = async (tx, calls) => {
  const keys = calls.map(numberOf);
  const [cards, members] = [
    await readCards(tx, keys),
    await tx<{ key: string }[]>`select external_id as key from member where external_id = any(${keys}::text[])`,
  ];
  const taken = new Set(members.map(({ key }) => key));
  const held = await tx<{ key: string }[]>`
    select key from member_key where key = any(${keys}::text[]) and until is null`;
  for (const { key } of held) taken.add(key);
  const awaited = await refuseAwaitedKeys(
    tx,
    calls.map(({ id, scope, content }) => ({ id, scope, key: numberOf({ content }) })),
    ".CardNumber",
  );
  const refused = new Map<string, AppError>(awaited);
  for (const call of calls) {
    const key = numberOf(call);
    if (taken.has(key) || (cards.get(key) ?? call.id) !== call.id) refused.set(call.id, refusal("Error_Key_Taken"));
    taken.add(key);
  }
  const added = calls.filter(({ id }) => !refused.has(id));
  const rows = await tx<CardRow[]>`
    insert into member_key (key, member)
    select key, member from unnest(${added.map(numberOf)}::text[], ${added.map(({ id }) => id)}::uuid[]) as r(key, member)
    on conflict (key) do update set until = null, since = clock_timestamp() returning id, member`;
  await markCardKeys(tx, added.map(numberOf));
  return effectsOf(calls, rows, refused, (card) => ["", card]);
};

/** From then on the card is no key of the member. */
export const removeCards: EffectWriter = async (tx, calls) => {
  const rows = await tx<CardRow[]>`
    update member_key k set until = clock_timestamp()
    from unnest(${calls.map(numberOf)}::text[], ${calls.map(({ id }) => id)}::uuid[]) as r(key, member)
    where k.key = r.key and k.member = r.member and k.until is null returning k.id, k.member`;
  const refused = new Map(calls.map(({ id }) => [id, refusal("Error_Card_Unknown")]));
  return effectsOf(calls, rows, refused, (card) => [card, ""]);
};
