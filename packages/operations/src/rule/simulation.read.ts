import { heldKey, loadMemberships, loadProducts, loadReturnedProducts, memberByKey, type Tx } from "@rewards/db";
import {
  countedAtMs,
  type Membership,
  type ReplayedOriginal,
  type ReplayedProgramme,
  type ReplayReferences,
  type RuleSet,
  type SaleItem,
  sale,
} from "@rewards/domain";

interface SimulatedPeriod {
  /** BusinessID. */
  readonly programme: string;
  /** By SaleDateTime, ISO 8601; `to` is exclusive. */
  readonly sumsFrom: string;
  readonly to: string;
  /** What they ask of members is read. */
  readonly rules: readonly RuleSet[];
}

/** A completed sale, with what it refers to in the present catalogue. */
interface PastSale extends ReplayedOriginal, ReplayReferences {
  readonly member: { readonly id: string; readonly externalId: string };
  /** Lines that name a sale of another member, or one that is not of the period: they take nothing. */
  readonly leftOut: number;
}

const pageSalesMax = 1_000;
const { complete, reject } = sale.transitions;

/**
 * When the first period of a running sum began that has this time, and the period before it of tiers that rules ask for;
 * the time itself if there are neither.
 */
export async function beginOfSums(tx: Tx, sides: readonly ReplayedProgramme[], from: string): Promise<string> {
  const sums = sides.flatMap(({ programme: { timeZone: zone, earning }, rules: { rules, namesTiers } }) => {
    const tiers = namesTiers ? earning.at(-1)?.tiers : undefined;
    return [
      ...rules.flatMap(({ sum, fromMs }) => (sum ? [{ per: sum.per, zone, since: isoOf(fromMs), months: 0 }] : [])),
      ...(tiers ? [{ per: tiers.period, zone, since: null, months: monthsOf[tiers.period] }] : []),
    ];
  });
  const [row] = await tx<{ at: Date }[]>`
    select least(${from}::timestamptz, min(case when per = 'campaign' then since::timestamp
      else date_trunc(per, ${from}::timestamptz at time zone zone) - make_interval(months => months) end at time zone zone)) as at
    from jsonb_to_recordset(${JSON.stringify(sums)}::text::jsonb) as s(per text, zone text, since text, months int)`;
  return row?.at.toISOString() ?? from;
}

const monthsOf = { year: 12, quarter: 3, month: 1 } as const;

/** A local time; null if the rule is in force from ever. */
const isoOf = (localMs: number) => (Number.isFinite(localMs) ? new Date(localMs).toISOString().slice(0, -1) : null);

interface SaleRow {
  readonly id: string;
  readonly external_id: string;
  readonly sale_items: SaleItem[];
  readonly store_code: string;
  readonly channel: string;
  readonly sold_at: Date;
  readonly accepted_at: Date;
  readonly settled_at: Date;
  readonly status: string;
  readonly member: string;
  readonly member_external_id: string;
  readonly joined_at: Date;
  readonly is_participating: boolean;
}

const rows = (tx: Tx) => tx`
  select s.id, s.external_id, s.sale_items, s.store_code, s.sale_channel_code as channel, s.sale_date_time as sold_at,
    s.create_date_time as accepted_at, s.update_date_time as settled_at, s.status, m.id as member, m.external_id as member_external_id,
    coalesce(m.join_date_time, m.create_date_time) as joined_at, coalesce(st.is_participating, false) as is_participating
  from sale s left join ${tx.unsafe(memberByKey("s.member_external_id", "past"))} m on ${heldKey(tx, "s")}
  left join store st on st.store_code = s.store_code`;

/** The completed sales of a period, in pages, by member and time. The transaction must last until the end. */
export async function* pagesOfSales(tx: Tx, period: SimulatedPeriod): AsyncGenerator<readonly PastSale[]> {
  await tx`
    declare simulated no scroll cursor for ${rows(tx)}
    where s.sale_date_time >= ${period.sumsFrom}::timestamptz and s.sale_date_time < ${period.to}::timestamptz
      and s.status = ${complete.to} and m.program_business_id = ${period.programme}
    order by m.id, least(s.sale_date_time, s.create_date_time), s.id`;
  for (;;) {
    const page = await tx<SaleRow[]>`${tx.unsafe(`fetch ${pageSalesMax} from simulated`)}`;
    yield await readPage(tx, page, period);
    if (page.length < pageSalesMax) break;
  }
  await tx`close simulated`;
}

async function readPage(tx: Tx, page: readonly SaleRow[], period: SimulatedPeriod): Promise<PastSale[]> {
  const keys = [...new Set(page.flatMap(keysOf))];
  const named =
    keys.length === 0
      ? []
      : await tx<SaleRow[]>`
          ${rows(tx)} where s.external_id = any(${keys}::text[]) and s.status = any(${[complete.to, reject.to]}::text[])`;
  const products = await loadProducts(tx, codesOf([...page, ...named]));
  const productRecords = keys.length === 0 ? new Map() : await loadReturnedProducts(tx, codesOf(page));
  const completed = named.filter(({ status }) => status === complete.to);
  const purchases = [...page, ...completed].map((row) => ({
    memberId: row.member,
    soldAtMs: countedAtMs(timesOf(row)),
  }));
  const memberships = await loadMemberships(tx, purchases, period.rules);
  const originals = new Map(named.map((row) => [row.external_id, row]));
  return page.map((row) => {
    const inSegments = memberships.get(row.member) ?? [];
    const resolved = keysOf(row).map((key) => {
      const one = resolve(row, originals.get(key), period);
      return [key, typeof one === "string" ? one : saleOf(one, inSegments)] as const;
    });
    const leftOut = resolved.filter(([, one]) => one === "left out").length;
    const known = resolved.map(([key, one]) => [key, one === "left out" ? "rejected" : one] as const);
    return { ...saleOf(row, inSegments), products, productRecords, originals: new Map(known), leftOut };
  });
}

/** One for each line. */
const keysOf = ({ sale_items }: SaleRow) =>
  sale_items.flatMap(({ OriginalSaleExternalID: key }) => (key === undefined ? [] : [key]));

const codesOf = (some: readonly SaleRow[]) => [
  ...new Set(some.flatMap((row) => row.sale_items.map(({ ProductCode }) => ProductCode))),
];

/** What a line of the sale knew of its original when it was posted. */
function resolve(row: SaleRow, original: SaleRow | undefined, { sumsFrom, to }: SimulatedPeriod) {
  if (!original || original.settled_at > row.settled_at) return "unlinked";
  if (original.status === reject.to) return "rejected";
  const soldAt = original.sold_at.toISOString();
  return original.member === row.member && soldAt >= sumsFrom && soldAt < to ? original : "left out";
}

const timesOf = (row: SaleRow) => ({ soldAtMs: row.sold_at.getTime(), acceptedAtMs: row.accepted_at.getTime() });

const saleOf = (row: SaleRow, memberships: readonly Membership[]) => ({
  memberships,
  externalId: row.external_id,
  settledAtMs: row.settled_at.getTime(),
  joinedAtMs: row.joined_at.getTime(),
  isParticipating: row.is_participating,
  member: { id: row.member, externalId: row.member_external_id },
  sale: {
    ...{ id: row.id, items: row.sale_items, storeCode: row.store_code, channel: row.channel },
    ...timesOf(row),
  },
});
