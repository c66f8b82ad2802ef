import type { Sql } from "@rewards/db";
import { member, programmeFile } from "@rewards/domain";
import { silent, withSql } from "@rewards/lab/database";
import { insertRecords } from "@rewards/lab/shop";
import { applyProgrammes, writeDays, writeHeads } from "@rewards/operations";
import { createProducer } from "@rewards/queue";
import { ledgerHeadWrite } from "@rewards/worker";
import { withProduct } from "../measure/database.ts";
import { fillLedger } from "../measure/ledger.fill.ts";

interface ClubsSpec {
  /** Members M0, M1 …, each of the next club. */
  readonly members: number;
  readonly clubs: number;
  /** The clubs have an expiry, so that the award of each member has expired, and a return window. */
  readonly isInUse: boolean;
}

const dayMs = 86_400_000;
/** Longer ago than the expiry of a year; the awards of a month expire, as with an expiry to the end of a month. */
const awardedDaysAgo = 430;
const awardedWithinMs = 30 * dayMs;
/** A mark that no cutoff passes: the sweep leaves the club out. */
const heldMark = "2100-01-01";

const nameOf = (club: number) => `CLUB-${club}`;

/** Programmes whose members have one award each, from long ago. The sweep leaves each club out until it is released. */
export async function openClubs(databaseUrl: string, { members, clubs, isInUse }: ClubsSpec): Promise<void> {
  const programmes = Array.from({ length: clubs }, (_, club) => ({
    ...{ businessId: nameOf(club), name: nameOf(club) },
    currencies: [{ name: "Points", ...(isInUse && { expiry: { months: 12, until: "day" } }) }],
    ...(isInUse && { returns: { windowDays: 14 } }),
  }));
  await withSql(databaseUrl, async (sql) => {
    await applyProgrammes(sql, programmeFile.parse({ programmes }), { actor: "bench" });
    await sql`update currency set swept_to = ${heldMark} where expiry_months is not null`;
    // In bulk, as copies of one that the product inserted.
    const content = { ExternalID: "FIRST", FullName: "Member", ProgramBusinessID: nameOf(0) };
    await insertRecords(sql, member, "bench", [{ content }]);
    await sql`
      insert into member select copy.* from member m
      cross join generate_series(0, ${members - 1}::int) n
      cross join jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'external_id', 'M' || n,
        'program_business_id', 'CLUB-' || n % ${clubs}::int)) copy
      where m.external_id = ${content.ExternalID}`;
    await sql`
      insert into balance (member, currency)
      select m.id, c.id from member m
      join programme p on p.business_id = m.program_business_id join currency c on c.program = p.id
      on conflict do nothing`;
  });
  const startMs = Date.now() - awardedDaysAgo * dayMs;
  await fillLedger(databaseUrl, { members, perMember: [1, 1], startMs, withinMs: awardedWithinMs });
  // Heads and totals of the past, which the task of the sweep would write first.
  await withProduct(databaseUrl, async ({ scans }) => {
    await writeHeads(scans);
    while ((await writeDays(scans)) > 0);
  });
}

const currencyOf = (sql: Sql, club: number) => sql`(
  select c.id from currency c join programme p on p.id = c.program where p.business_id = ${nameOf(club)})`;

/** Sets the mark of a club back to before its awards: the next run of the sweep takes them. */
export async function releaseClub(sql: Sql, club: number): Promise<void> {
  const [released] = await sql`
    update currency c set swept_to = (
      select min(create_date_time) - interval '1 ms' from ledger_entry e where e.currency = c.id)
    where id = ${currencyOf(sql, club)} returning id`;
  if (!released) throw new Error(`${nameOf(club)} does not exist`);
}

export async function startSweep(queueUrl: string): Promise<void> {
  const { name } = ledgerHeadWrite;
  const producer = createProducer({ url: queueUrl, names: [name], logger: silent });
  await producer.add(name, []).finally(() => producer.close());
}

/** Balances of a club that the sweep has taken. Reads the whole ledger. */
export async function countSwept(sql: Sql, club: number): Promise<number> {
  const [row] = await sql<{ balances: number }[]>`
    select count(*)::int as balances from ledger_entry where type = 'Expiry' and currency = ${currencyOf(sql, club)}`;
  return row?.balances ?? 0;
}

/** Whether the sweep has passed all awards of a club. Costs a look at one row. */
export async function isSwept(sql: Sql, club: number): Promise<boolean> {
  const [row] = await sql<{ is_done: boolean }[]>`
    select swept_to > now() - interval '400 days' as is_done from currency where id = ${currencyOf(sql, club)}`;
  return row?.is_done ?? false;
}
