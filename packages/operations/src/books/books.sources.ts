import { textLiteral } from "@rewards/db";
import { redemption, returnsSumKey, sale, store, unearnedStoreNote, unknownAction } from "@rewards/domain";
import {
  elementsOf,
  entryNames,
  firstCurrency,
  joinHolder,
  jsonOf,
  numberAt,
  type Pass,
  textList,
} from "./books.check.ts";
import { netOf, numbersIn } from "./books.goods.ts";
import { isDetached } from "./books.keys.ts";
import { namesItsVersion, recordsHold, versionInForce, versionsPass, versionWhenPlanned } from "./books.versions.ts";

const completed = textList([
  sale.transitions.complete.to,
  redemption.transitions.complete.to,
  redemption.transitions.cancel.to,
]);

/** The domain's `roundProduct` of exact points that are 0 or more, by the version `v` of the rules. */
export const roundedExact = (
  exact: string,
  { rounding, digits } = { rounding: "v.rounding", digits: "v.fraction_digits" },
) => `case ${rounding}
  when 'toward-zero' then trunc(${exact}, ${digits})
  when 'half-up' then round(${exact}, ${digits})
  else ceil((${exact}) * power(10::numeric, ${digits})) / power(10::numeric, ${digits}) end`;

/** The points of an amount that is 0 or more, by the version `v` of the rules. */
export const roundedPoints = (total: string) => roundedExact(`(${total}) * v.rate`);

/**
 * A sale's note names the products that earned nothing, up to ten of each kind. It says exactly which ones if it is not
 * cut off and no product code contains a separator.
 */
const saysAll = String.raw`(not s.sale_items @? '$[*].OriginalSaleExternalID' and (s.confirmation_note = '' or (s.confirmation_note !~ ' and [0-9]+ more'
  and not s.sale_items @? '$[*].ProductCode ? (@ like_regex "[,.\s]")')))`;
const asList = "replace(replace(s.confirmation_note, 'product ', ', '), '.', ',')";
const isNamed = `(s.confirmation_note <> '' and position(', ' || (l ->> 'ProductCode') || ',' in ${asList}) > 0)`;

/** What a line of the sale `s` returns and its original does not have; of a reduction whose sale never came, all of it. */
const restOfLinked = `(
  select case when ${numberAt("l -> 'Quantity'")} = 0 then -${numberAt("l -> 'TotalAmount'")}
    when coalesce(sum(r.quantity), 0) < -${numberAt("l -> 'Quantity'")} then greatest(0, -${numberAt("l -> 'TotalAmount'")} - coalesce(sum(r.amount), 0))
    else 0 end
  from sale_return r where r.return_id = s.id and r.line = n - 1)`;

/**
 * The purchases, or the other lines, of the sale `s`: the total of those that the note does not name, and the total of
 * those that an entry's why counts. Both are what voids and reductions leave.
 */
const linesOf = (arePurchases: string, counted?: string) => `
  select coalesce(sum(total) filter (where not is_named), 0) as earning,
    coalesce(sum(total) filter (where is_counted), 0) as counted from (
    select case when l ? 'OriginalSaleExternalID' then ${restOfLinked} else g.amount end as total,
      ${numberAt("l -> 'Quantity'")} as quantity, ${isNamed} as is_named, ${counted ? "c.line is not null" : "false"} as is_counted
    from ${elementsOf("s.sale_items")} with ordinality as items(l, n)
    left join (${netOf("s.sale_items")}) g on g.line = n - 1
    ${counted ? `left join (${numbersIn(counted)}) c on c.line = n - 1` : ""}
  ) l where (quantity > 0) = (${arePurchases})`;

const sumOf = (field: string) =>
  `coalesce(${numberAt(`jsonb_path_query_first(${jsonOf("e.why")}, '$.sums[*] ? (@.key == "${returnsSumKey}").${field}')`)}, 0)`;
/** What the rules of an entry gave, besides the rate. */
const ruled = `(select coalesce(sum(${numberAt("r -> 'points'")}), 0) from ${elementsOf(`${jsonOf("e.why")} -> 'rules'`)} r)`;
/** The points of an entry's lines: of purchases at their rate; of returns without a sale, what they add to the running sum. */
const pointsThen = `case e.type when 'Sale' then ${roundedPoints("l.counted")}
  else ${roundedExact(sumOf("before"))} - ${roundedExact(`${sumOf("before")} + l.counted * v.rate`)} end`;

const fitsItsLines = `type = 'Redemption' or (amount = points_then + ruled - taken_back and (counted = earning or not says_all)
    and (not starts_with(note, ${textLiteral(unearnedStoreNote)}) or counted = 0) and (type = 'Sale' or moved = counted * rate)
    and (spend is null or spend = case type when 'Sale' then counted else -counted end))`;

/** The entry is of a member whose sale the return names: it took nothing of that sale, but what the sale does not have. */
const isOfOriginal = `exists (select from ${elementsOf("s.sale_items")} l join sale o on o.external_id = l ->> 'OriginalSaleExternalID'
  ${joinHolder("o.member_external_id", "buyer")} where buyer.id = coalesce(m.merged_into, m.id))`;

/** Joins the entries of sales and redemptions with their source records. */
const sources: Pass = {
  of: "entries of sales and redemptions",
  invariant: "I2",
  rows: `
    select e.id, e.member, e.currency, e.sequence, e.type, e.currency_awarded as amount, coalesce(s.status, r.status) as status,
      holder.id = coalesce(m.merged_into, m.id) as is_of_holder, c.id as first_currency,
      holder_key.key_since, coalesce(s.create_date_time, r.create_date_time) as accepted_at,
      s.confirmation_note as note, ${saysAll} as says_all, l.earning, l.counted, coalesce(t.points, 0) as taken_back, coalesce(t.is_of_one and t.member = m.id, false) or holder.id <> coalesce(m.merged_into, m.id) and ${isOfOriginal} as is_for_another,
      ${pointsThen} as points_then, ${ruled} as ruled, v.rate, ${sumOf("value")} as moved, ${numberAt(`${jsonOf("e.why")} -> 'spend'`)} as spend, s.id is null or ${namesItsVersion} as is_in_force
    from ledger_entry e
    left join sale s on s.id = e.source_id and e.type in ('Sale', 'Return')
    left join redemption r on r.id = e.source_id and e.type = 'Redemption'
    left join member m on m.id = e.member
    ${joinHolder("coalesce(s.member_external_id, r.member_external_id)", "holder")}
    ${firstCurrency}
    left join (select return_id, sum(points + beyond) as points, min(member::text)::uuid as member, min(member::text) = max(member::text) as is_of_one
      from sale_return group by return_id) t
      on t.return_id = e.source_id and e.type = 'Return'
    left join earning_version v on v.program = p.id and v.version = e.rules
    left join lateral (${linesOf("e.type = 'Sale'", `${jsonOf("e.why")} -> 'lines'`)}) l on s.id is not null
    where e.type = 'Redemption' or e.type in ('Sale', 'Return') and not (s.id is null and ${isDetached("e.source_id")})`,
  names: entryNames,
  checks: {
    "source.completed": { says: "The sale or redemption of an entry is completed.", holds: `status in ${completed}` },
    "source.member": {
      says: "The sale or redemption of an entry belongs to the entry's member; a return, to its own or the original's.",
      holds: "is_of_holder or is_for_another",
    },
    "source.holder": {
      says: "The sale or redemption of an entry was not accepted before its member had the key, if an erased person had it before.",
      holds: "key_since is null or is_of_holder is not true or accepted_at >= key_since",
    },
    "source.currency": {
      says: "The entry of a sale or redemption is in the first currency of its member's programme.",
      holds: "currency = first_currency",
    },
    "source.points": {
      says: "The entry of a sale is what its lines earn, without the lines that its note names, at the rate of its rules. What it counts for tiers is the amount of these lines.",
      holds: fitsItsLines,
    },
    "entry.version": {
      says: "The entry of a sale names the version of the rules that was in force when the sale was made, as they were when it was posted.",
      holds: "coalesce(is_in_force, false)",
    },
  },
};

const lacks = (entry: string, sign: string) =>
  `(${entry}.id is null and s.sale_items @? '$[*] ? (@.Quantity ${sign} 0 && @.TotalAmount ${sign} 0)')`;

/** Completed sales without an entry, or without one that their lines require. */
const unposted: Pass = {
  of: "completed sales without an entry",
  invariant: "I2",
  rows: `
    select s.id, m.id as member, starts_with(s.confirmation_note, ${textLiteral(unearnedStoreNote)}) as is_unearned,
      ${saysAll} and v.version = ${versionWhenPlanned("s.update_date_time")} as is_known,
      case when b.id is null then ${roundedPoints("bought.earning")} else 0 end as points,
      case when t.id is null then taken.earning * v.rate else 0 end as points_back
    from sale s
    ${joinHolder("s.member_external_id")}
    ${firstCurrency}
    left join earning_version v on v.program = p.id and v.version = ${versionInForce("s.update_date_time")}
    left join ledger_entry b on b.source_id = s.id and b.type = 'Sale'
    left join ledger_entry t on t.source_id = s.id and t.type = 'Return'
    cross join lateral (${linesOf("true")}) bought
    cross join lateral (${linesOf("false")}) taken
    where s.status = ${textLiteral(sale.transitions.complete.to)} and (b.id is null and t.id is null or ${lacks("b", ">")} or ${lacks("t", "<")})`,
  names: { sale: "id" },
  checks: {
    "sale.member": { says: "A completed sale belongs to a member.", holds: "member is not null" },
    "sale.entry": {
      says: "A completed sale without an entry earned nothing, according to its lines and its note.",
      holds: "is_unearned or not is_known or (points = 0 and points_back = 0)",
    },
  },
};

/** Every code that a store has or had: an Edit may change it, and history keeps the former codes. */
const storeCodes = `
  select store_code as code from store
  union select c ->> side from history h cross join lateral ${elementsOf("h.changes")} c, unnest(array['from', 'to']) side
  where h.class = ${textLiteral(store.class)} and c ->> 'field' = 'StoreCode'`;

const stores: Pass = {
  of: "stores of completed sales",
  invariant: "I2",
  rows: `
    select s.store_code, k.code is not null or exists (
      select from history where class = ${textLiteral(store.class)} and action = ${textLiteral(unknownAction)}) as is_known
    from (select distinct store_code from sale where status = ${textLiteral(sale.transitions.complete.to)}) s
    left join (${storeCodes}) k on k.code = s.store_code`,
  names: { store: "store_code" },
  checks: {
    "sale.store": {
      says: "The store code of a completed sale is the present or a former code of a store.",
      holds: "is_known",
    },
  },
};

const versions = versionsPass({
  of: "programmes",
  table: "programme",
  versions: "earning_version",
  owner: "program",
  name: "programme",
  rules: {
    earning_rate: "rate",
    earning_rounding: "rounding",
    earning_fraction_digits: "fraction_digits",
    earning_rules: "rules",
    earning_late_days: "late_days",
    earning_tiers: "tiers",
  },
  check: "programme.rules",
  invariant: "I2",
  says: "A programme's rules of earning are those of its last version, and its versions run from 1 without a gap. Each rule of a record that has not ended is one of them, as the record has it, and each of them is the rule of a record.",
  holds: recordsHold,
});

export const sourcePasses: readonly Pass[] = [sources, unposted, stores, versions];
