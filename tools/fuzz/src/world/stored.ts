import { type EffectName, type ObjectDefinition, objects } from "@rewards/domain";
import type { Sql } from "postgres";

/** The columns of a stored record that the fuzz reads. */
export interface Row {
  readonly uuid: string;
  /** Its business key; the name of a class without one, the code of a voucher. */
  readonly tag: string;
  readonly version: number;
  /** A hash of every column. */
  readonly print: string;
}

export interface NewRow extends Row {
  readonly class: string;
}

const voucherCodeField = "VoucherCode";

/** The field that identifies a record whose ID is unknown. */
export function tagField({ key, fields }: ObjectDefinition): string {
  return key?.field ?? (voucherCodeField in fields ? voucherCodeField : "Name");
}

function columns(definition: ObjectDefinition): string {
  const tag = tagField(definition)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase();
  return `id::text as uuid, ${tag} as tag, version, md5(t::text) as print from ${definition.noun} t`;
}

/** The records of every class after these UUIDs; IDs sort in order of creation. */
export async function readNewRows(sql: Sql, lastOf: (definition: ObjectDefinition) => string): Promise<NewRow[]> {
  const parts = objects.map(
    (definition, index) =>
      `select '${definition.class}' as class, ${columns(definition)} where id > $${index + 1}::uuid`,
  );
  return sql.unsafe(parts.join(" union all "), objects.map(lastOf), { prepare: true });
}

export async function readRows(sql: Sql, definition: ObjectDefinition, uuids: readonly string[]): Promise<Row[]> {
  return sql.unsafe(`select ${columns(definition)} where id = any($1::uuid[])`, [[...uuids]], { prepare: true });
}

/** The amounts that one effect of actions adds to its target, and what the database holds of them. Targets are UUIDs. */
interface Effect {
  readonly amountOf: (content: never) => number;
  /** What must be stored, in words, after this many accepted amounts with this sum. */
  readonly wanted: (count: number, sum: string) => string;
  /** What is stored, in the same words, of targets that have something stored. */
  readonly read: (sql: Sql, targets: string[]) => Promise<readonly { target: string; found: string }[]>;
}

/** Undefined: the books check what they leave. */
export const effects: Readonly<Record<EffectName, Effect | undefined>> = {
  "post-adjustment": {
    amountOf: ({ AdjustBalances }: { AdjustBalances: { Amount: number } }) => AdjustBalances.Amount,
    wanted: (count, sum) => `${count} adjustments of ${sum} in all, posted ${sum}`,
    read: (sql, targets) => sql`
      select a.member as target, count(*) || ' adjustments of ' || sum(a.amount) || ' in all, posted '
        || coalesce(sum(e.currency_awarded)::text, 'nothing') as found
      from adjustment a left join ledger_entry e on e.source_id = a.id
      where a.member = any(${targets}::uuid[]) group by a.member`,
  },
  "add-stock": {
    amountOf: ({ RewardQuantity }: { RewardQuantity: number }) => RewardQuantity,
    wanted: (_count, sum) => `a stock of ${sum}`,
    read: (sql, targets) => sql`
      select reward_id as target, 'a stock of ' || added as found from stock where reward_id = any(${targets}::uuid[])`,
  },
  "add-card": undefined,
  "merge-member": undefined,
  "remove-card": undefined,
  "check-holder": undefined,
  "end-expiry": undefined,
  "add-members": undefined,
  "remove-members": undefined,
  "edit-rule": undefined,
  "end-rule": undefined,
  "cancel-items": undefined,
  "cancel-redemptions": undefined,
  "post-payment": {
    amountOf: ({ Points }: { Points: number }) => Points,
    wanted: (count, sum) => `${count} payments of ${sum} in all, posted -${sum}`,
    read: (sql, targets) => sql`
      select p.member as target, count(*) || ' payments of ' || sum(p.points) || ' in all, posted '
        || coalesce(sum(e.currency_awarded)::text, 'nothing') as found
      from payment p left join ledger_entry e on e.source_id = p.id
      where p.member = any(${targets}::uuid[]) group by p.member`,
  },
  "cancel-payment": undefined,
};
