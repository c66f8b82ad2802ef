import { saleKeyParts, tables } from "@rewards/db";
import { type EventKind, eventKinds } from "@rewards/domain";
import { getTableConfig } from "drizzle-orm/pg-core";

/** A trigger that the database must have, defined in Postgres' own words. */
interface TriggerGuard {
  readonly kind: "trigger";
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** The append-only tables, by the names of their constants. */
const writtenOnce = [
  ...(["ledgerEntry", "ledgerPeriodHead", "adjustment", "history"] as const),
  ...(["earningVersion", "expiryVersion", "saleReturn", "saleKey", "tierChange", "memberMerge"] as const),
  ...(["payment", "paymentCancellation"] as const),
] as const;
const refusal = "refuse_change()";

const raise =
  "RAISE EXCEPTION 'entries of % are never changed', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';";

/** The functions that the triggers call, as in their migration. A test compares them with a migrated database. */
export const refusals = {
  [refusal]: `
BEGIN
  ${raise}
END `,
  "refuse_audit_change()": `
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.operation = 'token.issue' AND to_jsonb(NEW) - 'detail' = to_jsonb(OLD) - 'detail'
    AND (NEW.detail->>'count')::bigint > (OLD.detail->>'count')::bigint THEN RETURN NEW; END IF;
  IF TG_OP = 'DELETE' AND is_prunable(OLD.operation) AND OLD.at < clock_timestamp() - interval '30 days' THEN RETURN OLD; END IF;
  ${raise}
END `,
};

const triggerOn = (table: string, name: string, event: string): TriggerGuard => ({
  kind: "trigger",
  table,
  name,
  definition: `CREATE TRIGGER ${name} ${event}`,
});
export const refusalOn = (table: string) =>
  triggerOn(
    table,
    `${table}_immutable`,
    `BEFORE DELETE OR UPDATE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ${refusal}`,
  );
const onChange = (table: string, name: string, call: string) =>
  triggerOn(table, name, `AFTER INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${call}`);

/** The argument of `tell_moved`: the status of each kind. */
const kindsOf = (...kinds: readonly EventKind[]) =>
  `'{${kinds.map((kind) => `"${kind}": "${(eventKinds[kind] as { status?: string }).status}"`).join(", ")}}'`;
/** The triggers that write events: by the function's call, and whether they tell of new or of changed rows. */
const tellers: readonly TriggerGuard[] = (
  [
    ["sale", "sale_told", "INSERT", "tell_added('sale.accepted')"],
    ["sale", "sale_move_told", "UPDATE", `tell_moved(${kindsOf("sale.completed", "sale.rejected")})`],
    [
      "redemption",
      "redemption_move_told",
      "UPDATE",
      `tell_moved(${kindsOf("redemption.completed", "redemption.rejected", "redemption.cancelled")})`,
    ],
    [
      "redemption_item",
      "redemption_item_move_told",
      "UPDATE",
      `tell_moved(${kindsOf("voucher.locked", "voucher.unlocked", "voucher.used", "voucher.cancelled", "voucher.expired")})`,
    ],
    ["member", "member_told", "INSERT", "tell_added('member.created')"],
    ["member_merge", "member_merge_told", "INSERT", "tell_added('member.merged')"],
    ["tier_change", "tier_change_told", "INSERT", "tell_added('tier.changed')"],
    ["ledger_entry", "ledger_entry_told", "INSERT", "tell_entries()"],
    ["awaiting", "awaiting_told", "INSERT", "tell_awaiting()"],
    ["stock", "stock_told", "UPDATE", "tell_out_of_stock()"],
    ["segment", "segment_told", "UPDATE", "tell_segments()"],
    ["dead_letter", "dead_letter_told", "INSERT", "tell_dead_letters()"],
  ] as const
).map(([table, name, event, call]) => {
  const rows = event === "INSERT" ? "NEW TABLE AS added" : "OLD TABLE AS former NEW TABLE AS added";
  const told = `AFTER ${event} ON ${table} REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${call}`;
  return triggerOn(table, name, told);
});

/** Every trigger that the books depend on. */
export const triggers: readonly TriggerGuard[] = [
  ...[...writtenOnce.map((name) => getTableConfig(tables[name]).name), ...saleKeyParts].map(refusalOn),
  triggerOn(
    "audit_entry",
    "audit_entry_immutable",
    "BEFORE DELETE OR UPDATE ON audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()",
  ),
  triggerOn(
    "audit_entry",
    "audit_entry_whole",
    `BEFORE TRUNCATE ON audit_entry FOR EACH STATEMENT EXECUTE FUNCTION ${refusal}`,
  ),
  onChange("programme", "programme_earning_version", "write_earning_version()"),
  onChange("currency", "currency_expiry_version", "write_expiry_version()"),
  ...tellers,
  triggerOn(
    "sale_return",
    "sale_return_counted",
    "AFTER INSERT ON sale_return REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_returned()",
  ),
];
