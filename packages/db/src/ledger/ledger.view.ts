import { ledgerEntry as entryRecord } from "@rewards/domain";
import { type AnyColumn, and, eq, type SQL, sql } from "drizzle-orm";
import { anyReference, columnFields, type RecordSource, unchangedVersion } from "../record-source.ts";
import { latestExpiry } from "../standing/standing.rule.ts";
import { standing } from "../standing/standing.table.ts";
import { ledgerEntry } from "./ledger.table.ts";

/** What an entry's availability depends on. */
interface Consumption {
  /** The sum of the oldest points of the balance that are gone: spent or expired. */
  readonly consumed: SQL | AnyColumn;
  /** What linked returns took of all awards up to the entry, and before it. */
  readonly returned: SQL;
  readonly returnedBefore: SQL;
}

/** The part of an award that is left: the domain's `availableOf` in SQL. */
const availableOf = ({
  consumed,
  returned,
  returnedBefore,
}: Consumption) => sql<string>`case when ${ledgerEntry.CurrencyAwarded} <= 0 then 0
  else greatest(0, least(${ledgerEntry.CurrencyAwarded} - (${returned} - ${returnedBefore}), ${ledgerEntry.awardedAfter} - ${returned} - ${consumed})) end`;

/** For any entry. The names of tables are text: in a selection from one table, drizzle omits the names of columns' tables. */
const returnedTo = (comparator: "<=" | "<") =>
  sql.raw(`coalesce((select sum(r.points) from returned_award r
    where r.member = ledger_entry.member and r.currency = ledger_entry.currency and r.sequence ${comparator} ledger_entry.sequence), 0)`);

const expiryOf = (rules: SQL) => sql<string>`case when ${ledgerEntry.CurrencyAwarded} > 0 then (
  select ${sql.raw(latestExpiry("r", "ledger_entry.create_date_time"))} from ${rules}) end`;

const showInstant = (value: unknown) => new Date(value as string).toISOString();

interface OfEntry {
  readonly consumption: Consumption;
  readonly expiry: SQL;
}

const ofAny: OfEntry = {
  consumption: { consumed: standing.consumed, returned: returnedTo("<="), returnedBefore: returnedTo("<") },
  expiry: expiryOf(
    sql.raw("balance_expiry r where r.member = ledger_entry.member and r.currency = ledger_entry.currency"),
  ),
};

/** More than the entries of any balance: the number of an entry among all currencies of a member. */
const currencySpan = 2 ** 40;

/**
 * For the entries of one member. Reads balances, returns and rules once into arrays, not for each entry, and finds the
 * returns up to an entry by binary search (`width_bucket`). Their sums are in ten-thousandths of a point, since the
 * elements of a numeric array have no fixed place.
 */
function ofMember(member: SQL): OfEntry {
  const own = sql`where member = ${member}`;
  const currencies = sql`(select array_agg(currency order by currency) from balance ${own})`;
  const consumed = sql`(select array_agg(consumed order by currency) from balance_standing ${own})`;
  const place = (currency: string) => sql`array_position(${currencies}, ${sql.raw(currency)})`;
  const numberOf = (currency: string, sequence: string) =>
    sql`${place(currency)}::bigint * ${sql.raw(`${currencySpan}`)} + ${sql.raw(sequence)}`;
  const sums = sql`(
    select ${numberOf("currency", "0")} as number, 0::bigint as sum from balance ${own}
    union all
    select ${numberOf("currency", "sequence")}, least(10000 * sum(points) over (partition by currency order by sequence), 9223372036854775807)::bigint
    from returned_award ${own}) s`;
  const inOrder = (column: string) => sql`(select array_agg(${sql.raw(column)} order by number) from ${sums})`;
  const number = numberOf("ledger_entry.currency", "ledger_entry.sequence");
  const last = sql`width_bucket(${number}, ${inOrder("number")})`;
  const hasReturns = sql`(select bool_or(returned > 0) from balance ${own})`;
  const sumAt = (index: SQL) => sql`case when ${hasReturns} then (${inOrder("sum")})[${index}] * 0.0001 else 0 end`;
  return {
    consumption: {
      consumed: sql`(${consumed})[${place("ledger_entry.currency")}]`,
      returned: sumAt(last),
      returnedBefore: sumAt(sql`width_bucket(${number} - 1, ${inOrder("number")})`),
    },
    expiry: expiryOf(
      sql`unnest((select array_agg(e::balance_expiry) from balance_expiry e ${own})) r where r.currency = ledger_entry.currency`,
    ),
  };
}

const entriesWith = ({ consumption, expiry }: OfEntry): RecordSource => ({
  record: entryRecord,
  table: ledgerEntry,
  id: ledgerEntry.id,
  version: unchangedVersion,
  fields: {
    CurrencyAvailable: { expression: availableOf(consumption), isJoined: true },
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
    ExpirationDateTime: { expression: expiry, show: showInstant },
    Source: anyReference(ledgerEntry.sourceClass, ledgerEntry.sourceId),
  },
});

const entries: RecordSource = {
  ...entriesWith(ofAny),
  join: {
    table: standing,
    on: and(eq(standing.Member, ledgerEntry.Member), eq(standing.Currency, ledgerEntry.Currency)) as SQL,
  },
  pinned: { Member: (member) => entriesWith(ofMember(member)) },
};

export const ledgerSources: readonly RecordSource[] = [entries];
