import { type ObjectDefinition, objects, type ScopePart, scopeFields } from "@rewards/domain";
import { columnName } from "../object/object.table.ts";
import { textLiteral } from "../statement.ts";

/** The SQL of a limited part's keys, a `text[]`; undefined if the part does not limit. */
export type KeysOf = (part: ScopePart) => string | undefined;

/**
 * The condition for the rows of a table that exist for a limited caller; undefined if all do. A table that it names has
 * only the rows that exist for the caller: `member` holds only their members.
 */
export type RowRule = (keysOf: KeysOf) => string | undefined;

const allRows: RowRule = () => undefined;
const noRow: RowRule = () => "false";

/** By the field that says to what a record belongs. A sale has two of them. */
const fieldRules: Readonly<Record<string, (column: string, keysOf: KeysOf) => string | undefined>> = {
  [scopeFields.programme]: (column, keysOf) => isAny(column, keysOf("programmes")),
  [scopeFields.store]: (column, keysOf) => isAny(column, keysOf("stores")),
  [scopeFields.member]: (column, keysOf) =>
    keysOf("programmes") &&
    `(select true from "member" m where m.external_id = ${column} union all select true from "member_key" k where k.key = ${column} limit 1)`,
};

const isAny = (column: string, keys: string | undefined) => keys && `${column} = any(${keys})`;

function objectRule({ fields }: ObjectDefinition): RowRule {
  const rules = Object.entries(fieldRules).filter(([field]) => field in fields);
  return (keysOf) =>
    rules
      .map(([field, rule]) => rule(`"${columnName(field)}"`, keysOf))
      .filter(Boolean)
      .join(" and ") || undefined;
}

const ofMember: RowRule = (keysOf) => keysOf("programmes") && `member in (select id from "member")`;

/** An adjustment belongs to its member, and one that repriced a sale to the sale's store too. */
const ofMemberAndRepriced: RowRule = (keysOf) =>
  [
    ofMember(keysOf),
    keysOf("stores") && `("adjustment".sale is null or (select true from "sale" s where s.id = "adjustment".sale))`,
  ]
    .filter(Boolean)
    .join(" and ") || undefined;

/**
 * An entry belongs to its member, and that of a sale to the sale's store too. That of a return shows the balance of the
 * member who had bought the goods, so it belongs to the stores of the sales that the return names too. Looks each source
 * up by its ID.
 */
const ofMemberAndSource: RowRule = (keysOf) =>
  [
    ofMember(keysOf),
    keysOf("stores") &&
      `case "ledger_entry".source_class
        when 'SaleCase' then (select true from "sale" s where s.id = "ledger_entry".source_id and
          ("ledger_entry".type <> 'Return' or not exists (
            select from jsonb_array_elements(s.sale_items) line left join "sale" o on o.external_id = line ->> 'OriginalSaleExternalID'
            where line ? 'OriginalSaleExternalID' and o.id is null)))
        when 'Adjustment' then (select true from "adjustment" a where a.id = "ledger_entry".source_id) else true end`,
  ]
    .filter(Boolean)
    .join(" and ") || undefined;

/** Totals belong to the programme of their currency. They include sales of all stores, so a limit of stores hides them. */
const ofCurrency: RowRule = (keysOf) => {
  const stores = keysOf("stores");
  // Never true: the keys are an array. Postgres needs a type for the parameter, so the condition must use it.
  return stores ? `${stores} is null` : keysOf("programmes") && `currency in (select id from "currency")`;
};

/** What came back belongs to the original's member, and to the stores of both sales. */
const ofReturn: RowRule = (keysOf) =>
  [
    ofMember(keysOf),
    keysOf("stores") &&
      `(select true from "sale" s where s.id = "sale_return".return_id) and (select true from "sale" s where s.id = "sale_return".original_id)`,
  ]
    .filter(Boolean)
    .join(" and ") || undefined;

/**
 * History belongs to its object. Looks each object up by its ID. A sale's history shows what its entries did to a balance.
 * A return's entry belongs to the member who had bought the goods, perhaps of another programme or at another store.
 */
const ofObject: RowRule = (keysOf) =>
  keysOf("programmes") || keysOf("stores") ? `${objectExists} and ${entryExists}` : objectExists;

const objectExists = `case "object_history".class ${objects
  .map(
    ({ class: name, noun }) =>
      `when ${textLiteral(name)} then (select true from "${noun}" o where o.id = "object_history".object)`,
  )
  .join(" ")} end`;

const entryExists = `case when "object_history".class = 'SaleCase' and "object_history".field like 'Balance.%'
  then (select true from "ledger_entry" e where e.source_id = "object_history".object
    and e.source_class = 'SaleCase' and e.type = "object_history".action) else true end`;

/** Objects that belong to members come after the members and their cards. */
const ofObjects = (areOfMembers: boolean) =>
  objects
    .filter(({ fields }) => scopeFields.member in fields === areOfMembers)
    .map((definition) => [definition.noun, objectRule(definition)] as const);

const decided: readonly (readonly [string, RowRule])[] = [
  ["programme", (keysOf) => isAny("business_id", keysOf("programmes"))],
  ["currency", (keysOf) => keysOf("programmes") && `program in (select id from "programme")`],
  ...ofObjects(false),
  ["member_key", ofMember],
  ...ofObjects(true),
  ["stock", allRows],
  ["member_merge", ofMember],
  ["payment", ofMember],
  ["payment_cancellation", ofMember],
  ["balance", ofMember],
  ["adjustment", ofMemberAndRepriced],
  ["ledger_entry", ofMemberAndSource],
  ["segment_member", ofMember],
  ["tier_change", ofMember],
  ["sale_return", ofReturn],
  ["ledger_day", ofCurrency],
  ["object_history", ofObject],
  ["expiry_rule", allRows],
  ["balance_expiry", ofMember],
  ["balance_standing", ofMember],
  ["member_balance", ofMember],
  ["expiring_points", ofMember],
  ["returned_award", ofMember],
];

/** Tables of the service itself. No call of a limited caller reads them. */
const internal = [
  "activity_day",
  "adjustment_request",
  "api_client",
  "audit_entry",
  "awaiting",
  "catalogue",
  "client_adjusted",
  "console_flow",
  "console_identity",
  "console_session",
  "console_user",
  "dead_letter",
  "erased_key",
  "earning_version",
  "event",
  "event_head",
  "event_kind",
  "expiring",
  "expiry_version",
  "failing",
  "history",
  "idempotency_key",
  "ledger_day_mark",
  "ledger_period_head",
  "lease",
  "sale_key",
  "sale_archive",
  "sale_digest",
  "store_total",
  "pending",
  "revoked_token",
  "page_key",
  "personal_key",
  "pipeline_minute",
  "returned_line",
  "tally",
  "token_key",
  "webhook",
  "webhook_attempt",
  "webhook_parked",
];

/**
 * The one place that says which rows exist for a limited caller. A rule may name tables above it. A test fails for a
 * table without a rule.
 */
export const rowRules: ReadonlyMap<string, RowRule> = new Map([
  ...decided,
  ...internal.map((name) => [name, noRow] as const),
]);
