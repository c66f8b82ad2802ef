import {
  type Author,
  advisoryLocks,
  bumpCatalogue,
  lockProgrammes,
  readClock,
  type Sql,
  type Tx,
  writeAudit,
} from "@rewards/db";
import { canonicalTiers, type ProgrammeFile } from "@rewards/domain";
import { applyFileRules, ProgrammeRefusal, type Written } from "./programme.rules.ts";

export interface ProgrammeChange {
  readonly businessId: string;
  readonly change: "created" | "changed" | "unchanged";
  /** The rules whose sums start anew, in words; absent if none does. */
  readonly anew?: readonly string[];
  /** Its tiers, or the time zone of their periods, changed: balances must be counted anew by them. Absent otherwise. */
  readonly recountTiers?: true;
}

/**
 * Creates or changes programmes as a file describes them, all or nothing. Applying the same file again changes nothing.
 * @param inForceFrom ISO 8601, in the past: sales made since then that are not posted yet earn by these rules. Otherwise, changed
 * rules are in force from now, and those of a new programme from ever.
 * @throws ProgrammeRefusal if the file leaves out or reorders currencies that the programme has, as members hold them; or
 * if the time is in the future.
 */
export async function applyProgrammes(
  sql: Sql,
  file: ProgrammeFile,
  author: Author,
  inForceFrom?: string,
): Promise<ProgrammeChange[]> {
  return sql.begin(async (tx) => {
    if (inForceFrom) await refuseFuture(tx, inForceFrom);
    // One file at a time, as two may create the same programme.
    await tx`select pg_advisory_xact_lock(${advisoryLocks.programmes})`;
    await lockProgrammes(
      tx,
      file.programmes.map(({ businessId }) => businessId),
    );
    const changes: ProgrammeChange[] = [];
    for (const programme of file.programmes) changes.push(await applyOne(tx, programme, inForceFrom));
    if (changes.some(({ change }) => change !== "unchanged")) {
      await bumpCatalogue(tx);
      await writeAudit(tx, { author, operation: "programmes.apply", detail: { changes, programmes: file.programmes } });
    }
    return changes;
  });
}

/** The columns that a file sets. The insert below takes its lists of columns from here. */
const columnsOf = ({
  businessId,
  name,
  description,
  timeZone,
  earning,
  tiers,
  returns,
  pointValue,
  payment,
  ...rest
}: Written) => ({
  business_id: businessId,
  name,
  description,
  time_zone_text: timeZone,
  earning_rate: earning.rate,
  earning_rounding: earning.rounding,
  earning_fraction_digits: earning.fractionDigits,
  earning_late_days: earning.lateDays ?? null,
  earning_tiers: tiers ? canonicalTiers(tiers) : null,
  return_wait_days: returns.waitDays,
  return_window_days: returns.windowDays,
  point_value: pointValue?.amount ?? null,
  point_value_currency: pointValue?.currency ?? null,
  payment_points: payment?.points ?? null,
  payment_value: payment?.value ?? null,
  payment_minimum: payment?.minimum ?? null,
  consent_above: rest.consentAbove ?? null,
  adjustment_reasons: JSON.stringify(rest.adjustmentReasons ?? []),
});

/** The columns of a currency. A file that leaves out the expiry ends it: from then on, nothing expires. */
const expiryColumnsOf = (expiry: Written["currencies"][number]["expiry"]) => ({
  expiry_months: expiry && "months" in expiry ? expiry.months : null,
  expiry_until: expiry && "months" in expiry ? expiry.until : null,
  expiry_inactive_months: expiry && "inactiveMonths" in expiry ? expiry.inactiveMonths : null,
});

async function refuseFuture(tx: Tx, inForceFrom: string): Promise<void> {
  const [row] = await tx`select where ${inForceFrom}::timestamptz > clock_timestamp()`;
  if (row) throw new ProgrammeRefusal(`rules cannot be in force from ${inForceFrom}: it is in the future`);
}

async function applyOne(tx: Tx, written: Written, inForceFrom: string | null = null): Promise<ProgrammeChange> {
  const { businessId } = written;
  const { rules, anew } = await applyFileRules(tx, written, { atMs: await readClock(tx), inForceFrom });
  const columns = { ...columnsOf(written), ...(rules !== undefined && { earning_rules: rules }) };
  const names = Object.keys(columns);
  const listed = (table = "", some = names) => tx.unsafe(some.map((name) => `${table}${name}`).join(", "));
  const earning = (table: string) =>
    listed(
      table,
      names.filter((name) => name.startsWith("earning_")),
    );
  const [row] = await tx<{ id: string; is_new: boolean; has_other_tiers: boolean }[]>`
    with before as (select earning_tiers, time_zone_text from programme where business_id = ${businessId})
    insert into programme as p (${listed()}) values ${tx(columns)}
    on conflict (business_id) do update set (${listed()}) = row(${listed("excluded.")}),
      earning_from = case when ${inForceFrom}::timestamptz is not null then ${inForceFrom}::timestamptz
        when (${earning("p.")}) is distinct from (${earning("excluded.")}) then clock_timestamp() else p.earning_from end,
      version = p.version + 1, update_date_time = clock_timestamp()
    where (${listed("p.")}) is distinct from (${listed("excluded.")})
      or ${inForceFrom}::timestamptz is not null and p.earning_from is distinct from ${inForceFrom}::timestamptz
    returning id, xmax = 0 as is_new, earning_tiers is not null and exists (select from before
      where (before.earning_tiers, before.time_zone_text) is distinct from (p.earning_tiers, p.time_zone_text)) as has_other_tiers`;
  const currenciesChanged = await applyCurrencies(tx, written);
  if (row?.is_new) return { businessId, change: "created" };
  // Currencies are a field of the programme, so a change of them is a new version of it.
  if (currenciesChanged && !row) {
    await tx`update programme set version = version + 1, update_date_time = clock_timestamp() where business_id = ${written.businessId}`;
  }
  const isChanged = row || currenciesChanged || rules !== undefined;
  return {
    ...{ businessId, change: isChanged ? "changed" : "unchanged" },
    ...(anew.length > 0 && { anew }),
    ...(row?.has_other_tiers && { recountTiers: true }),
  };
}

/** @throws ProgrammeRefusal if the programme has currencies that the file leaves out or reorders. */
export async function refuseCurrencies(tx: Tx, { businessId, currencies }: Written): Promise<void> {
  const existing = await tx<{ name: string }[]>`
    select c.name from currency c join programme p on p.id = c.program where p.business_id = ${businessId} order by c.position`;
  if (existing.every(({ name }, position) => currencies[position]?.name === name)) return;
  throw new ProgrammeRefusal(
    `programme ${businessId} has the currencies ${existing.map(({ name }) => name).join(", ")}: keep them, in this order, and add after them`,
  );
}

async function applyCurrencies(tx: Tx, written: Written): Promise<boolean> {
  const { businessId, currencies } = written;
  await refuseCurrencies(tx, written);
  const rows = currencies.map(({ name, description, expiry }, position) => ({
    ...{ name, description, position },
    ...expiryColumnsOf(expiry),
  }));
  const { count } = await tx`
    insert into currency as c (program, position, name, description, expiry_months, expiry_until, expiry_inactive_months)
    select p.id, r.position, r.name, r.description, r.expiry_months, r.expiry_until, r.expiry_inactive_months
    from programme p, jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r(name text, description text, position smallint,
      expiry_months smallint, expiry_until text, expiry_inactive_months smallint)
    where p.business_id = ${businessId}
    on conflict (program, name) do update set description = excluded.description, expiry_months = excluded.expiry_months,
      expiry_until = excluded.expiry_until, expiry_inactive_months = excluded.expiry_inactive_months,
      -- By inactivity, awards stay that are older than the cutoff: the sweep must look at them again.
      swept_to = case when c.expiry_inactive_months is null or excluded.expiry_inactive_months is not null then c.swept_to end,
      version = c.version + 1, update_date_time = clock_timestamp()
    where (c.description, c.expiry_months, c.expiry_until, c.expiry_inactive_months)
      is distinct from (excluded.description, excluded.expiry_months, excluded.expiry_until, excluded.expiry_inactive_months)`;
  return count > 0;
}
