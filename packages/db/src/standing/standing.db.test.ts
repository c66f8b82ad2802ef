import {
  amountOf,
  availableOf,
  cutoffWithin,
  dataViewNamed,
  type ExpiryRules,
  type ExpiryVersion,
  expiresAt,
  expiryCutoff,
  formatId,
  member,
  overdueOf,
  parseQuery,
  pendingOf,
  spendableOf,
} from "@rewards/domain";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyOf, newId, newMember } from "../../../../test/src/records.ts";
import { readLiability } from "../../../operations/src/ledger/ledger.liability.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { addCurrency, adjustmentOf, post } from "../testing/ledger.ts";
import { collectAnswer, createViewRunner } from "../view/view.compile.ts";
import { expiryBy, keptFromBy } from "./standing.rule.ts";

const { sql, readDb } = await openTestDatabase(2);
const runner = createViewRunner(readDb);
const [dayMs, hourMs] = [86_400_000, 3_600_000];
/** Clocks of Havana and the Azores show a midnight twice, those of Cairo and Beirut skip one. */
const zones = ["UTC", "Europe/Berlin", "America/Havana", "Atlantic/Azores", "Africa/Cairo", "Asia/Beirut"];
const untils = ["day", "month", "quarter", "year"] as const;

/** The records of a view. Amounts have at most four decimals, and so few digits that numbers are exact. */
async function view(name: string, parameters: Record<string, string>): Promise<readonly Record<string, unknown>[]> {
  const definition = dataViewNamed(name);
  const query = parseQuery(definition, {});
  return (await collectAnswer(runner, { view: definition, parameters, user: "test", query })).data;
}

test("one rule in SQL: any instant expires when the domain says, and the cutoff of any instant is the domain's", async () => {
  const version = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(...untils), fc.constantFrom(...zones));
  // Whole days of UTC, and an hour or a millisecond around them: months' ends, and both clock changes.
  const edge = fc.constantFrom(0, 1, -1, hourMs, -hourMs, 4 * hourMs, 5 * hourMs - 1, -2 * hourMs, -3 * hourMs);
  const instant = fc.tuple(fc.integer({ min: 18_000, max: 22_500 }), edge).map(([day, more]) => day * dayMs + more);
  const cases = fc.sample(fc.tuple(version, instant), { numRuns: 4_000, seed: 11 });
  const each = <T>(of: (one: (typeof cases)[number]) => T) => cases.map(of);
  const rows = await sql.unsafe<{ expires: string; kept: string }[]>(
    `select extract(epoch from ${expiryBy("r", "x.at")}) * 1000 as expires, extract(epoch from ${keptFromBy("r", "x.at")}) * 1000 as kept
     from unnest($1::int[], $2::text[], $3::text[], $4::timestamptz[]) with ordinality as x(months, until, zone, at, n)
     cross join lateral (
       select make_interval(months => x.months) as months, x.until, x.zone,
         case x.until when 'quarter' then interval '3 months' else ('1 ' || x.until)::interval end as step
     ) r order by n`,
    [
      each(([[months]]) => months),
      each(([[, until]]) => until),
      each(([[, , zone]]) => zone),
      each(([, at]) => new Date(at).toISOString()),
    ],
  );
  cases.forEach(([[months, until, timeZone], at], index) => {
    const rules: ExpiryRules = { timeZone, versions: [{ months, until, inactiveMonths: null, appliedAtMs: 0 }] };
    const { expires, kept } = rows[index] as { expires: string; kept: string };
    const found = { of: cases[index], expires: Number(expires), kept: Number(kept) };
    const expected = { expires: expiresAt(rules, at, at), kept: expiryCutoff(rules, at).untilMs + 1 };
    expect(found).toEqual({ of: cases[index], ...expected });
  });
});

/** A step of a history: how long after the step before it, and what it does. */
type Step = { readonly gapMs: number } & (
  | { readonly kind: "sale" | "adjustment"; readonly points: number }
  | { readonly kind: "return"; readonly of: number; readonly points: number }
);

const gapMs = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 150 * dayMs }), fc.constantFrom(dayMs, 30 * dayMs));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ gapMs, kind: fc.constant("sale" as const), points: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ gapMs, kind: fc.constant("adjustment" as const), points: fc.integer({ min: -50, max: 60 }) }),
  fc.record({ gapMs, kind: fc.constant("return" as const), of: fc.nat(9), points: fc.integer({ min: 1, max: 30 }) }),
);

const version = fc.record({
  rule: fc.oneof(
    { weight: 4, arbitrary: fc.record({ months: fc.integer({ min: 1, max: 9 }), until: fc.constantFrom(...untils) }) },
    { weight: 1, arbitrary: fc.record({ inactiveMonths: fc.integer({ min: 1, max: 8 }) }) },
    { weight: 1, arbitrary: fc.constant({}) },
  ),
  days: fc.integer({ min: 0, max: 700 }),
});

const world = fc.record({
  timeZone: fc.constantFrom(...zones),
  windowDays: fc.constantFrom(0, 14, 27),
  idleDays: fc.constantFrom(0, 35, 120, 300),
  versions: fc.array(version, { minLength: 1, maxLength: 4 }),
  histories: fc.array(fc.array(step, { minLength: 1, maxLength: 14 }), { minLength: 1, maxLength: 3 }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** What the first rule gave outlives two edits of what an expiry counts from. */
const changedTwice: World = {
  ...{ timeZone: "UTC", windowDays: 0, idleDays: 120 },
  versions: [
    { rule: { inactiveMonths: 14 }, days: 300 },
    { rule: { months: 1, until: "day" }, days: 200 },
    { rule: { inactiveMonths: 1 }, days: 150 },
  ],
  histories: [[{ gapMs: 0, kind: "sale", points: 40 }]],
};

const noRule = { months: null, until: null, inactiveMonths: null };

/** Sets the rules of a currency as if they had been applied at these times. */
async function setRules(currencyId: string, { timeZone, windowDays, versions }: World): Promise<ExpiryVersion[]> {
  const [now] = await sql<{ ms: string }[]>`select floor(extract(epoch from now()) * 1000)::bigint as ms`;
  const applied = versions.map(({ days }) => Number(now?.ms) - days * dayMs).sort((a, b) => a - b);
  const rules = versions.map(({ rule }, index) => ({ ...noRule, ...rule, appliedAtMs: applied[index] as number }));
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update programme set time_zone_text = ${timeZone}, return_window_days = ${windowDays}`;
    await tx`delete from expiry_version where currency = ${currencyId}`;
    for (const [index, { months, until, inactiveMonths, appliedAtMs }] of rules.entries())
      await tx`
        insert into expiry_version (currency, version, months, until, inactive_months, applied_at)
        values (${currencyId}, ${index + 1}, ${months}, ${until}, ${inactiveMonths}, ${new Date(appliedAtMs).toISOString()})`;
  });
  return rules;
}

interface Award {
  readonly sequence: number;
  readonly saleId: string | undefined;
  readonly atMs: number;
  readonly points: bigint;
  readonly awardedAfter: bigint;
  returned: bigint;
}

/** What was posted for a member: the balance and its awards. */
interface Posted {
  readonly awards: Award[];
  balance: bigint;
  awarded: bigint;
  returned: bigint;
  lastAtMs: number;
}

const units = (points: number) => BigInt(points) * 10_000n;

/** Posts a history that ended at this time, and keeps what it did. */
async function postHistory(
  { memberId, currencyId }: Pick<Place, "memberId" | "currencyId">,
  steps: readonly Step[],
  endMs: number,
): Promise<Posted> {
  const posted: Posted = { awards: [], balance: 0n, awarded: 0n, returned: 0n, lastAtMs: 0 };
  const lengthMs = steps.reduce((sum, one) => sum + one.gapMs, 0);
  let atMs = endMs - lengthMs;
  let sequence = 0;
  for (const one of steps) {
    atMs += one.gapMs;
    const points = await postStep({ memberId, currencyId, atMs, sequence: sequence + 1 }, one, posted);
    if (points === 0n) continue;
    sequence += 1;
    posted.balance += points;
    posted.lastAtMs = atMs;
  }
  return posted;
}

interface Place {
  readonly memberId: string;
  readonly currencyId: string;
  readonly atMs: number;
  readonly sequence: number;
}

/** @returns the amount of the entry; 0 if there was nothing to post. */
async function postStep({ memberId, currencyId, atMs, sequence }: Place, one: Step, posted: Posted): Promise<bigint> {
  if (one.kind === "return") return postReturn({ memberId, currencyId, atMs, sequence }, one, posted);
  if (one.points === 0) return 0n;
  const saleId = one.kind === "sale" ? newId() : undefined;
  const more = saleId ? ({ type: "Sale", sourceClass: "SaleCase", sourceId: saleId } as const) : {};
  await post(sql, [adjustmentOf(memberId, one.points, { currencyId, ...more })], atMs);
  if (one.points > 0) {
    posted.awarded += units(one.points);
    const award = { sequence, saleId, atMs, points: units(one.points), awardedAfter: posted.awarded, returned: 0n };
    posted.awards.push(award);
  }
  return units(one.points);
}

async function postReturn(
  { memberId, currencyId, atMs }: Place,
  { of, points }: Extract<Step, { kind: "return" }>,
  posted: Posted,
): Promise<bigint> {
  const sales = posted.awards.filter(({ saleId, returned, points: all }) => saleId && returned < all);
  const award = sales[of % Math.max(1, sales.length)];
  if (!award) return 0n;
  const left = award.points - award.returned;
  // biome-ignore lint/complexity/useMathMinMax: Math.min takes no BigInt.
  const taken = units(points) < left ? units(points) : left;
  const returnId = newId();
  const more = { currencyId, type: "Return", sourceClass: "SaleCase", sourceId: returnId, amount: -taken } as const;
  await post(sql, [adjustmentOf(memberId, 0, more)], atMs);
  const [at, shown] = [new Date(atMs).toISOString(), `${Number(taken) / 10_000}`];
  await sql`
    insert into sale_return (id, return_id, line, original_id, original_line, member, currency, quantity, amount, points, original_posted_at, posted_at)
    values (${newId()}, ${returnId}, 0, ${award.saleId ?? ""}, 0, ${memberId}, ${currencyId}, 1, 1, ${shown}, ${new Date(award.atMs).toISOString()}, ${at})`;
  await sql`update balance set returned = returned + ${shown}::numeric where member = ${memberId} and currency = ${currencyId}`;
  award.returned += taken;
  posted.returned += taken;
  return -taken;
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, one) => sum + one, 0n);
const keptOf = (awards: readonly Award[]) => sumOf(awards.map(({ points, returned }) => points - returned));

/** What the domain says of a balance at an instant. */
function judge(posted: Posted, rules: ExpiryRules, windowDays: number, atMs: number) {
  const cutoffMs = cutoffWithin(expiryCutoff(rules, atMs), posted.lastAtMs);
  const expired = keptOf(posted.awards.filter((award) => award.atMs <= cutoffMs));
  const recent = posted.awards.filter(({ saleId, atMs: at }) => saleId && at > atMs - windowDays * dayMs);
  const entries = posted.awards.map((award) => ({
    award,
    available: availableOf({ type: "Sale", amount: award.points, awardedAfter: award.awardedAfter }, posted, {
      returned: award.returned,
      returnedUpTo: sumOf(posted.awards.filter((one) => one.sequence <= award.sequence).map((one) => one.returned)),
      expired,
    }),
    expiresMs: expiresAt(rules, award.atMs, posted.lastAtMs),
  }));
  const groups = new Map<number, bigint>();
  for (const { available, expiresMs } of entries)
    if (available > 0n && expiresMs !== Number.POSITIVE_INFINITY)
      groups.set(expiresMs, (groups.get(expiresMs) ?? 0n) + available);
  return {
    entries,
    expiring: [...groups].map(([at, points]) => [new Date(at).toISOString(), points] as const),
    overdue: overdueOf(posted, expired),
    spendable: spendableOf(posted, expired, windowDays === 0 ? 0n : keptOf(recent)),
    pending: windowDays === 0 ? 0n : pendingOf(posted, keptOf(recent)),
  };
}

const allTime = { FromDateTime: "2000-01-01T00:00:00.000Z", ToDateTime: "2100-01-01T00:00:00.000Z" };

describe("what the views say of random histories is what the domain's functions say", () => {
  test("available, pending, expiry of each award, and liability", async () => {
    let expired = 0;
    await fc.assert(
      fc.asyncProperty(world, async (one) => {
        const currencyId = await addCurrency(sql);
        const rules = { timeZone: one.timeZone, versions: await setRules(currencyId, one) };
        const members = one.histories.map(() => newMember());
        await insertAll(sql, member, members);
        const all: [string, Posted][] = [];
        const endMs = Date.now() - hourMs - one.idleDays * dayMs;
        for (const [index, steps] of one.histories.entries()) {
          const memberId = members[index]?.id ?? "";
          all.push([memberId, await postHistory({ memberId, currencyId }, steps, endMs)]);
        }
        const ofCurrency = (record: Record<string, unknown>) =>
          (record["Currency"] as { ID: string }).ID === formatId("CUR", currencyId);
        const nowMs = Date.now();
        const expected = all.map(([, posted]) => judge(posted, rules, one.windowDays, nowMs));
        for (const [index, of] of members.entries()) {
          const { entries, expiring, spendable, pending, overdue } = expected[index] as ReturnType<typeof judge>;
          const key = { MemberExternalID: keyOf(of, "ExternalID") };
          const shown = (await view("LedgerEntriesBetweenDates", { ...key, ...allTime })).filter(ofCurrency);
          const awards = shown.filter((entry) => Number(entry["CurrencyAwarded"]) > 0);
          expect(
            awards.map((entry) => [amountOf(entry["CurrencyAvailable"] as number), entry["ExpirationDateTime"]]),
          ).toEqual(
            entries.map(({ available, expiresMs }) => [
              available,
              Number.isFinite(expiresMs) ? new Date(expiresMs).toISOString() : null,
            ]),
          );
          const points = (await view("ExpiringPoints", key)).filter(ofCurrency);
          expect(points.map((row) => [row["ExpirationDateTime"], amountOf(row["Amount"] as number)])).toEqual(expiring);
          const [balance] = (await view("MemberBalances", key)).filter(ofCurrency);
          const [next] = expiring;
          if (balance)
            expect(balance).toMatchObject({
              BalanceAvailable: Number(spendable) / 10_000,
              BalancePending: Number(pending) / 10_000,
              ExpiringNextAmount: next ? Number(next[1]) / 10_000 : null,
              ExpiringNextDateTime: next?.[0] ?? null,
            });
          expired += overdue > 0n ? 1 : 0;
        }
        await checkBetween(all, expected, currencyId);
        await checkLiability(all, rules, one, currencyId);
      }),
      { numRuns: 40, examples: [[changedTwice]] },
    );
    expect(expired).toBeGreaterThan(0);
  });
});

/** ExpiringPointsBetween finds the same points, of all members, whichever instants it is asked for. */
async function checkBetween(
  all: readonly (readonly [string, Posted])[],
  expected: readonly ReturnType<typeof judge>[],
  currencyId: string,
): Promise<void> {
  const points = all.flatMap(([memberId], index) =>
    (expected[index]?.expiring ?? []).map(([at, amount]) => [at, formatId("MEM", memberId), amount] as const),
  );
  const instants = points.map(([at]) => at).sort();
  const [FromDateTime, ToDateTime] = [
    instants[Math.floor(instants.length / 3)],
    instants[Math.floor(instants.length / 2)],
  ];
  if (FromDateTime === undefined || ToDateTime === undefined) return;
  const rows = await view("ExpiringPointsBetween", { FromDateTime, ToDateTime });
  const found = rows
    .filter((row) => (row["Currency"] as { ID: string }).ID === formatId("CUR", currencyId))
    .map((row) => [row["ExpirationDateTime"], (row["Member"] as { ID: string }).ID, amountOf(row["Amount"] as number)]);
  expect(found.sort()).toEqual(points.filter(([at]) => at >= FromDateTime && at <= ToDateTime).sort());
}

/** The report at the end of a day has the sums of what the domain says at its last millisecond. */
async function checkLiability(
  all: readonly (readonly [string, Posted])[],
  rules: ExpiryRules,
  { windowDays }: World,
  currencyId: string,
): Promise<void> {
  const [row] = await sql<{ name: string; day: string; until: string }[]>`
    select c.name, d.day::text, floor(extract(epoch from (d.day + 1)::timestamp at time zone p.time_zone_text) * 1000)::bigint as until
    from currency c join programme p on p.id = c.program, lateral (select (now() at time zone p.time_zone_text)::date as day) d
    where c.id = ${currencyId}`;
  const judged = all.map(([, posted]) => judge(posted, rules, windowDays, Number(row?.until) - 1));
  const report = (await readLiability(sql, row?.day ?? "")).find(({ currency }) => currency === row?.name);
  const sum = (of: (one: ReturnType<typeof judge>) => bigint) => sumOf(judged.map(of));
  const [available, pending, overdue] = [
    sum((one) => one.spendable),
    sum((one) => one.pending),
    sum((one) => one.overdue),
  ];
  const first = judged
    .flatMap(({ expiring }) => expiring)
    .map(([at]) => at)
    .sort()[0];
  const points = sumOf(judged.flatMap(({ expiring }) => expiring.filter(([at]) => at === first).map(([, one]) => one)));
  expect([report?.available, report?.pending, report?.overdue].map((text) => amountOf(text ?? "0"))).toEqual([
    available,
    pending,
    overdue,
  ]);
  expect(amountOf(report?.outstanding ?? "0")).toBe(available + pending + overdue);
  expect(sumOf((report?.months ?? []).map(({ outstanding }) => amountOf(outstanding)))).toBe(
    available + pending + overdue,
  );
  expect(report?.expiringNext ?? null).toEqual(
    first === undefined ? null : { at: first, points: `${(Number(points) / 10_000).toFixed(4)}` },
  );
}
