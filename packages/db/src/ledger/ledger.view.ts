import { ledgerEntry as entryRecord } from "@rewards/domain";
import { type AnyColumn, and, eq, type SQL, sql } from "drizzle-orm";
import { isAward } from "../award.ts";
import {
  anyReference,
  columnFields,
  type Join,
  type RecordSource,
  showInstant,
  unchangedVersion,
} from "../record-source.ts";
import { latestExpiry } from "../standing/standing.rule.ts";
import { standing } from "../standing/standing.table.ts";
import { ledgerEntry } from "./ledger.table.ts";

/** What an entry's availability and expiry depend on. */
interface OfEntry {
  /** The sum of the oldest points of the balance that are gone: spent or expired. */
  readonly consumed: SQL | AnyColumn;
  /** What linked returns took of all awards up to the entry, and before it. */
  readonly returned: SQL;
  readonly returnedBefore: SQL;
  /** The rules of expiry, as `from` items with the alias `r`. */
  readonly rules: SQL;
  /** False where it is known without a subquery that there are no rules. */
  readonly mayExpire: SQL;
}

/** The names of columns are text: see `returnedTo`. */
const award = sql.raw(isAward("ledger_entry"));

/** The part of an award that is left: the domain's `availableOf` in SQL. */
const availableOf = ({ consumed, returned, returnedBefore }: OfEntry) => sql<string>`case when not ${award} then 0
  else greatest(0, least(${ledgerEntry.CurrencyAwarded} - (${returned} - ${returnedBefore}), ${ledgerEntry.awardedAfter} - ${returned} - ${consumed})) end`;

const expiryOf = ({ rules, mayExpire }: OfEntry) => sql<string>`case when ${mayExpire} and ${award} then (
  select ${sql.raw(latestExpiry("r", "ledger_entry.create_date_time"))} from ${rules}) end`;

/** For any entry. The names of tables are text: in a selection from one table, drizzle omits the names of columns' tables. */
const returnedTo = (comparator: "<=" | "<") =>
  sql.raw(`coalesce((select sum(r.points) from returned_award r
    where r.member = ledger_entry.member and r.currency = ledger_entry.currency and r.sequence ${comparator} ledger_entry.sequence), 0)`);

const ofAny: OfEntry = {
  consumed: standing.consumed,
  returned: returnedTo("<="),
  returnedBefore: returnedTo("<"),
  rules: sql.raw("balance_expiry r where r.member = ledger_entry.member and r.currency = ledger_entry.currency"),
  mayExpire: sql.raw("true"),
};

/**
 * The balances of one member. Materialized, so that Postgres does not read them again for each entry. Of balances
 * with linked returns, the entries that lost points and the sums that returns took up to each, in ten-thousandths of a
 * point, since the elements of a numeric array have no fixed place.
 */
const ownBalances = (member: SQL) => sql`(with own as materialized (
  select s.currency, s.consumed, s.rules, r.sequences, r.sums
  from balance_standing s left join lateral (
    select array_agg(a.sequence order by a.sequence) as sequences, array_agg(a.sum order by a.sequence) as sums
    from (
      select sequence, least(10000 * sum(points) over (order by sequence), 9223372036854775807)::bigint as sum
      from returned_award where member = s.member and currency = s.currency
    ) a
  ) r on s.returned > 0
  where s.member = ${member}) select * from own) own`;

/** The returns up to an entry are found by binary search (`width_bucket`). */
const returnedUpTo = (sequence: string) =>
  sql.raw(`case when own.sequences is null then 0
    else coalesce(own.sums[width_bucket(${sequence}, own.sequences)] * 0.0001, 0) end`);

const ofMember: OfEntry = {
  consumed: sql.raw("own.consumed"),
  returned: returnedUpTo("ledger_entry.sequence"),
  returnedBefore: returnedUpTo("ledger_entry.sequence - 1"),
  rules: sql.raw("unnest(own.rules) r"),
  mayExpire: sql.raw("own.rules is not null"),
};

const entriesWith = (ofEntry: OfEntry, join: Join): RecordSource => ({
  record: entryRecord,
  table: ledgerEntry,
  join,
  id: ledgerEntry.id,
  version: unchangedVersion,
  fields: {
    CurrencyAvailable: { expression: availableOf(ofEntry), isJoined: true },
    ...columnFields(
      ledgerEntry,
      "CurrencyAwarded",
      "Type",
      "Member",
      "MemberBalance",
      "Currency",
      "CreateDateTime",
      "Sequence",
      "Why",
    ),
    ExpirationDateTime: {
      expression: expiryOf(ofEntry),
      show: showInstant,
      ...(ofEntry === ofMember && { isJoined: true }),
    },
    Reason: {
      expression: sql<string>`coalesce(case when ${ledgerEntry.Type} = 'Adjustment' then ${ledgerEntry.Why}::json ->> 'reason' end, '')`,
    },
    Source: anyReference(ledgerEntry.sourceClass, ledgerEntry.sourceId),
  },
});

const entries: RecordSource = {
  ...entriesWith(ofAny, {
    table: standing,
    on: and(eq(standing.Member, ledgerEntry.Member), eq(standing.Currency, ledgerEntry.Currency)) as SQL,
  }),
  pinned: {
    Member: (member) =>
      entriesWith(ofMember, { table: ownBalances(member), on: sql.raw("own.currency = ledger_entry.currency") }),
  },
};

export const ledgerSources: readonly RecordSource[] = [entries];
