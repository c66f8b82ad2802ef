import { poll } from "@rewards/lab/poll";
import { recountTiers } from "@rewards/operations";
import { unless } from "../check/book.ts";
import { isFall } from "../check/tier.check.ts";
import { type Call, makeMember, makeStore } from "../load/call.ts";
import { makeTiers } from "../load/make.rule.ts";
import { makeSale, type SaleLine } from "../load/make.sale.ts";
import { isAccepted, type Recorded } from "../load/record.ts";
import type { Random } from "../random.ts";
import { applyShop } from "../servers/shop.fill.ts";
import { shopTiers } from "../servers/shop.rules.ts";
import { openSuiteSql, suiteSession } from "../servers/watch.ts";
import { sendAndPark } from "./posted.ts";
import type { World } from "./world.ts";

/** A recount must not keep the balances of others behind one that a fault holds. */
const lockWait = "500ms";
/** Above every level that the edits of a round reach. */
const price = 20_000;

/** The end of the last change of each round's programme. */
const changed = new WeakMap<object, Promise<unknown>>();

/** One after the other: each file has what those before it added. */
function inTurn<T>({ load: { state } }: World, work: () => Promise<T>): Promise<T> {
  const mine = (changed.get(state) ?? Promise.resolve()).then(work, work);
  changed.set(state, mine);
  return mine;
}

function applyFile({ sql, load: { state } }: World, currencies = state.currencies): Promise<void> {
  const { counts, edits } = state.tiers;
  return applyShop(sql as unknown as Parameters<typeof applyShop>[0], shopTiers(counts, edits), currencies);
}

/** Adds a currency to the programme, whose tiers stay. */
export const addCurrency = (world: World, name: string): Promise<void> =>
  inTurn(world, async () => {
    const { currencies } = world.load.state;
    await applyFile(world, [...currencies, name]);
    currencies.push(name);
  });

/** An operator applies a file with other levels. */
export const editTiers = (world: World): Promise<Recorded> =>
  inTurn(world, async () => {
    const { state, record } = world.load;
    state.tiers.edits += 1;
    const recorded = record.begin(makeTiers(state));
    const attempt = record.send(recorded, suiteSession);
    const applied = applyFile(world).then(
      () => ({ status: 200 }),
      (error: Error) => ({ lost: error.message }),
    );
    record.done(attempt, await applied);
    return recorded;
  });

/** What an operator does after an edit of the levels. A fault may cut it off. */
async function recount({ databaseUrl }: World): Promise<void> {
  const sql = openSuiteSql(databaseUrl, 1, { lock_timeout: lockWait });
  const run = { author: { actor: suiteSession }, take: () => undefined };
  await recountTiers(sql as unknown as Parameters<typeof recountTiers>[0], run).catch(() => undefined);
  await sql.end({ timeout: 1 });
}

/** Sends calls until their sales are settled: what a restore loses is sent again. @returns whether it came true in time */
async function settle({ sql, load, waitMsMax }: World, calls: readonly Call[]): Promise<boolean> {
  await load.burst(calls);
  const keys = calls.filter(({ kind }) => kind === "sale").map(({ key }) => key);
  const read = async () => {
    const rows = await sql<{ is_settled: boolean }[]>`
      select status like 'Resolved-%' as is_settled from sale where external_id = any(${keys}::text[])`;
    if (rows.length < keys.length) await load.burst(calls);
    return rows.length === keys.length && rows.every((row) => row.is_settled);
  };
  return poll(() => read().catch(() => false), Boolean, waitMsMax);
}

/**
 * A member buys enough for the highest tier, and a further sale waits for its store while the levels are edited. Then the
 * first goods come back, so that the tier is gone at the last sale.
 */
export async function climbAndFall(world: World, random: Random): Promise<void> {
  const { state } = world.load;
  const n = state.nextNumber();
  const [member, lateStore] = [`CLIMBER${n}`, `CLIMB${n}`];
  const sell = (line: Partial<SaleLine>, store = "S0") =>
    makeSale(random, state, {
      ...{ key: `climb-${state.nextNumber()}`, member, store, soldAt: new Date().toISOString() },
      lines: [{ ProductCode: "P0", Quantity: 1, TotalAmount: 40, ...line }],
    });
  const goods = sell({ TotalAmount: price });
  const isUp = await settle(world, [makeMember(member), goods]);
  const waiting = sell({}, lateStore);
  const isWaiting = await sendAndPark(world, waiting);
  const { attempts } = await editTiers(world);
  await recount(world);
  const back = sell({ Quantity: -1, TotalAmount: -price, OriginalSaleExternalID: goods.key });
  const calls = [makeMember(member), goods, makeStore(lateStore), waiting];
  const isDown = (await settle(world, calls)) && (await settle(world, [...calls, back]));
  const isLast = await settle(world, [...calls, back, sell({})]);
  const isEdited = attempts.some((one) => isAccepted(one) || one.isVoid);
  const isDone = isUp && isWaiting && isEdited && isDown && isLast;
  world.expect(unless(isDone, "void", member, "it did not climb and fall while the tiers were edited"));
  world.expect((evidence) =>
    unless(
      isFall(evidence.facts, { member, waiting: waiting.key, back: back.key }),
      "void",
      member,
      "no tier counted, or none was lost",
    )(evidence),
  );
}
