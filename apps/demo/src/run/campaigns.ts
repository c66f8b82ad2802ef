import type { SaleInspection } from "@rewards/operations";
import { type CastSale, cast, memberKey, salesOf } from "../campaign/cast.ts";
import { birthdays, campaignProgramme, openingStore } from "../campaign/programme.ts";
import { outcomeOf } from "../client.ts";
import type { Run } from "../expect.ts";
import { awaitSettled, lookAtSales } from "./settle.ts";

interface ShownReceipt {
  readonly bought: string;
  readonly sale: SaleInspection;
}

/** A member of the programme with campaigns, and all that `rewards sale` knows of their receipts. */
export interface Campaigned {
  readonly key: string;
  readonly name: string;
  readonly balance: number;
  /** The present tier; null if the member has none. */
  readonly tier: string | null;
  readonly receipts: readonly ShownReceipt[];
}

export type Inspect = (key: string) => Promise<SaleInspection | undefined>;

/** Plays the receipts of the cast, and checks what each rule gave. A member's receipts follow one another: caps fill in their order. */
export async function playCampaigns(run: Run, inspect: Inspect): Promise<readonly Campaigned[]> {
  const { day, signal } = run;
  await registerCast(run);
  const soldAt = await fillBirthdays(run);
  const members = cast.map((one) => ({ ...one, sales: salesOf(day.prefix, day.products, one, soldAt) }));
  const rounds = Math.max(...members.map(({ sales }) => sales.length));
  for (let round = 0; round < rounds; round += 1) {
    signal.throwIfAborted();
    const sales = members.flatMap((member) => member.sales[round] ?? []);
    await sell(run, sales);
  }
  return Promise.all(
    members.map(async ({ name, sales, ...one }) => {
      const key = memberKey(day.prefix, one);
      const receipts = await Promise.all(sales.map((sale) => inspectReceipt(run, inspect, sale)));
      const { data } = await run.client.views.memberTiers({ MemberExternalID: key });
      return { key, name, receipts, balance: await checkBalance(run, key, sales), tier: data[0]?.Tier ?? null };
    }),
  );
}

async function registerCast({ client, day, checks }: Run): Promise<void> {
  const store = { Origin: "API", StoreCode: openingStore, Name: "Corner Market Leipzig", IsParticipating: true };
  const { said } = await outcomeOf(client.stores.create(store));
  checks.equal(
    `the answer to store ${openingStore}`,
    said.replace("409 Error_Key_Taken", "Open-Active"),
    "Open-Active",
  );
  const bornAt = new Date().toISOString().replace(/^\d+-(\d+)-.*/, "1990-$1-17");
  await Promise.all(
    cast.map((one) =>
      client.members.create({
        ...{ Origin: "API", ExternalID: memberKey(day.prefix, one), FullName: one.name },
        ...(one.hasBirthday && { DateOfBirth: bornAt }),
        ProgramBusinessID: campaignProgramme,
      }),
    ),
  );
}

/** Fills the segment of birthdays. Returns the time from which on its members are in it, by the clock of the service. */
async function fillBirthdays({ client, day, checks }: Run): Promise<string> {
  const { id } = await client.segments.create({ Name: birthdays, Description: "Born in the month of the run" });
  const born = cast.filter(({ hasBirthday }) => hasBirthday).map((one) => memberKey(day.prefix, one));
  const { said } = await outcomeOf(client.segments.addMembers(id, { MemberExternalIDs: born }));
  checks.equal(`the answer to AddMembers of ${birthdays}`, said, "Open-Active");
  const { data } = await client.views.segmentMembers({ SegmentID: id });
  checks.equal(`the members of ${birthdays}`, data.length, born.length);
  return data[0]?.SinceDateTime ?? new Date().toISOString();
}

async function sell({ client, checks, signal }: Run, sales: readonly CastSale[]): Promise<void> {
  await Promise.all(sales.map(({ sale }) => client.sales.create(sale)));
  const keys = sales.map(({ key }) => key);
  const settled = await awaitSettled({ look: lookAtSales(client), keys, signal, onSettled: () => undefined });
  for (const key of keys) checks.equal(`sale ${key}`, settled.get(key)?.Status, "Resolved-Completed");
}

async function inspectReceipt(
  { checks }: Run,
  inspect: Inspect,
  { key, bought, points }: CastSale,
): Promise<ShownReceipt> {
  const sale = await inspect(key);
  if (!sale) throw new Error(`no sale ${key}`);
  checks.equal(`points of ${key}`, textOf(pointsByRule(sale)), textOf(points));
  return { bought, sale };
}

const textOf = (points: Readonly<Record<string, number>>) =>
  Object.entries(points)
    .map(([rule, amount]) => `${rule} ${amount}`)
    .join(", ");

interface Part {
  readonly base?: number | undefined;
  readonly rules?: readonly { readonly id: string; readonly points: number }[] | undefined;
}

/** What the rate and each rule gave or took. */
function pointsByRule({ entries }: SaleInspection): Record<string, number> {
  const parts = entries.flatMap(({ why }): readonly Part[] => why.returns ?? [why]);
  return Object.fromEntries(
    parts.flatMap(({ base = 0, rules = [] }) => [["base", base], ...rules.map(({ id, points }) => [id, points])]),
  );
}

async function checkBalance({ client, checks }: Run, key: string, sales: readonly CastSale[]): Promise<number> {
  const { data } = await client.views.memberBalances({ MemberExternalID: key }, { select: ["Balance"] });
  const expected = sales.flatMap(({ points }) => Object.values(points)).reduce((sum, one) => sum + one, 0);
  checks.equal(`balance of ${key}`, data[0]?.Balance, expected);
  return expected;
}
