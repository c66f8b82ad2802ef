import { isAward, textLiteral } from "@rewards/db";
import {
  adjustment,
  type EntryType,
  ledgerEntry,
  memberMerge,
  payment,
  paymentCancellation,
  redemption,
  redemptionItem,
  returnsSumKey,
  sale,
} from "@rewards/domain";
import { elementsOf, entryNames, jsonOf, numberAt, type Pass, textList } from "./books.check.ts";

const movesSum = `(why like '%"sums":[{%' or why like '%"spend":%')`;

/** A merge or, of a merged member, what took points of its sales or gave its points back. */
const transferred = [
  ...[memberMerge.class, sale.class, adjustment.class],
  ...[redemptionItem.class, paymentCancellation.class],
];

/** By type of entry: the sign of its amount, and the class of its source. */
const types: Record<EntryType, { readonly amount: string; readonly source: string | readonly string[] }> = {
  // Those of sales and returns are of 0 points if they only moved running sums, or what counts for tiers.
  Sale: { amount: `>= 0 and (currency_awarded > 0 or ${movesSum})`, source: sale.class },
  Return: { amount: `<= 0 and (currency_awarded < 0 or ${movesSum})`, source: sale.class },
  Adjustment: { amount: "<> 0", source: adjustment.class },
  Redemption: { amount: "< 0", source: redemption.class },
  Payment: { amount: "< 0", source: payment.class },
  Expiry: { amount: "< 0", source: ledgerEntry.class },
  Cancellation: { amount: "> 0", source: [redemptionItem.class, paymentCancellation.class] },
  // Of 0 points if they only moved what counts for tiers.
  TransferOut: { amount: "is not null", source: transferred },
  TransferIn: { amount: "is not null", source: transferred },
};

const fitsItsType = Object.entries(types).map(
  ([type, { amount, source }]) =>
    `(type = ${textLiteral(type)} and currency_awarded ${amount} and source_class in ${textList([source].flat())})`,
);

/** The hash of the domain's `hashEntry`, in SQL. */
const hash = `sha256(convert_to(concat_ws('|', 'v1', member, currency, sequence, type, source_id, currency_awarded, member_balance,
  (extract(epoch from create_date_time) * 1000)::bigint, encode(hash_before, 'hex'), coalesce(rules::text, ''), why), 'UTF8'))`;

const pointsIn = (list: string) =>
  `(select coalesce(sum(${numberAt("r -> 'points'")}), 0) from ${elementsOf(`why_json -> '${list}'`)} r)`;

/** The amount that an entry's why explains: its base, and the points of its rules and of the sales that it returns. */
const explained = `(${numberAt("why_json -> 'base'")} + ${pointsIn("rules")} + ${pointsIn("returns")})`;

/** Joins each entry with the previous one in its chain. */
const entries: Pass = {
  of: "entries",
  invariant: "I1",
  rows: `
    select *, ${jsonOf("why")} as why_json, source_id in (select id from adjustment where sale is not null) as is_repricing, lag(sequence, 1, 0::bigint) over chain as sequence_before, lag(member_balance, 1, 0) over chain as balance_before,
      lag(awarded_after, 1, 0) over chain as awarded_before, lag(create_date_time, 1, '-infinity') over chain as time_before,
      lag(hash, 1, '') over chain as hash_before
    from ledger_entry window chain as (partition by member, currency order by sequence)`,
  names: entryNames,
  checks: {
    "entry.sequence": {
      says: "The sequences of a balance's entries run from 1 without a gap.",
      holds: "sequence = sequence_before + 1",
    },
    "entry.balance": {
      says: "MemberBalance is the MemberBalance of the entry before it plus the amount.",
      holds: "member_balance = balance_before + currency_awarded",
    },
    "entry.time": { says: "No entry is earlier than the entry before it.", holds: "create_date_time >= time_before" },
    "entry.hash": {
      says: "An entry's hash covers its content and the hash of the entry before it.",
      holds: `hash = ${hash}`,
    },
    "entry.type": {
      says: "An entry's type is known, and the sign of its amount and the class of its source fit the type.",
      holds: fitsItsType.join(" or "),
    },
    "entry.why": {
      invariant: "I2",
      says: "The base, the rules and the returns of an entry's why sum to its amount. An entry of a sale, or of its repricing, names the version of its rules.",
      holds: `${explained} = currency_awarded and (rules is not null) = (type in ('Sale', 'Return') or type = 'Adjustment' and is_repricing)`,
    },
    "entry.awarded": {
      invariant: "I5",
      says: "The running total of awards is that of the entry before it plus the entry's award.",
      holds: `awarded_after = awarded_before + case when ${isAward("r")} then currency_awarded else 0 end`,
    },
  },
};

/** What the entries of each balance added to its running sum of returns without a sale. */
const movedSums = `
  select member, currency, sum(${numberAt("s -> 'value'")}) as moved
  from ledger_entry cross join lateral ${elementsOf(`${jsonOf("why")} -> 'sums'`)} s where s ->> 'key' = '${returnsSumKey}' and type = 'Return' and why like '%"sums"%' group by member, currency`;

/** Joins each balance with the sums of its entries and with the last entry; either side may be missing. */
const balances: Pass = {
  of: "balances",
  invariant: "I1",
  rows: `
    select coalesce(b.member, e.member) as member, coalesce(b.currency, e.currency) as currency, b.balance, b.sequence, b.awarded, b.returned, b.returns_sum,
      coalesce(s.moved, 0) as moved, coalesce(e.entries, 0) as entries, coalesce(e.last, 0) as last, coalesce(e.total, 0) as total,
      coalesce(e.awards, 0) as awards, coalesce(e.available, 0) as available, coalesce(t.points, 0) as taken_back, m.id as owner,
      c.program = p.id as is_of_programme,
      row(b.balance, b.last_hash, b.last_at) is not distinct from row(coalesce(l.member_balance, 0), l.hash, l.create_date_time) as is_last
    from balance b
    full join (
      select e.member, e.currency, count(*) as entries, max(e.sequence) as last, sum(e.currency_awarded) as total,
        coalesce(sum(e.currency_awarded) filter (where ${isAward("e")}), 0) as awards,
        sum(case when not ${isAward("e")} then 0
          else least(e.currency_awarded, greatest(0, e.awarded_after - (b.awarded - b.balance))) end) as available
      from ledger_entry e left join balance b on b.member = e.member and b.currency = e.currency
      group by e.member, e.currency
    ) e on e.member = b.member and e.currency = b.currency
    left join (select member, currency, sum(points) as points from sale_return group by member, currency) t
      on t.member = b.member and t.currency = b.currency
    left join (${movedSums}) s on s.member = b.member and s.currency = b.currency
    left join ledger_entry l on l.member = e.member and l.currency = e.currency and l.sequence = e.last
    left join member m on m.id = b.member
    left join programme p on p.business_id = m.program_business_id
    left join currency c on c.id = b.currency`,
  names: { member: "member", currency: "currency" },
  checks: {
    "balance.sum": { says: "A balance is the sum of its entries.", holds: "balance = total" },
    "balance.sequence": {
      says: "A balance's sequence is the number of its entries and the sequence of the last one.",
      holds: "sequence = entries and sequence = last",
    },
    "balance.last": { says: "A balance has the MemberBalance, hash and time of its last entry.", holds: "is_last" },
    "balance.member": { says: "A balance belongs to a member.", holds: "owner is not null" },
    "balance.currency": { says: "A balance is in a currency of its member's programme.", holds: "is_of_programme" },
    "balance.awarded": {
      invariant: "I5",
      says: "The total awarded of a balance is the sum of its awards.",
      holds: "awarded = awards",
    },
    "balance.returned": {
      invariant: "I5",
      says: "The total returned of a balance is the sum of the points that returns took back from its sales.",
      holds: "returned = taken_back",
    },
    "balance.returns": {
      invariant: "I5",
      says: "The running sum of returns without a sale is the sum of what entries added to it.",
      holds: "returns_sum = moved",
    },
    "balance.available": {
      invariant: "I5",
      says: "The available points of the awards sum to the balance, or to 0 if the balance is negative.",
      holds: "available = greatest(balance, 0)",
    },
  },
};

/** The ledger as a whole: the entries of all types sum to the balances of all members. */
const currencies: Pass = {
  of: "currencies",
  invariant: "I1",
  rows: `
    select coalesce(e.currency, b.currency) as currency, coalesce(e.total, 0) as entries, coalesce(b.total, 0) as balances
    from (select currency, sum(currency_awarded) as total from ledger_entry group by currency) e
    full join (select currency, sum(balance) as total from balance group by currency) b on b.currency = e.currency`,
  names: { currency: "currency", entries: "entries", balances: "balances" },
  checks: {
    "currency.sum": {
      says: "In each currency, the entries of all types sum to the outstanding balances.",
      holds: "entries = balances",
    },
  },
};

/** Counts in the table itself, and does not trust the unique index that prevents duplicates. */
const postings: Pass = {
  of: "postings",
  invariant: "I2",
  rows: "select source_id, type, currency, count(*) as entries from ledger_entry group by source_id, type, currency",
  names: { source: "source_id", type: "type", currency: "currency" },
  checks: {
    "posting.once": { says: "A source has at most one entry of each type and currency.", holds: "entries = 1" },
  },
};

export const ledgerPasses: readonly Pass[] = [entries, balances, currencies, postings];
