import { formatId, product } from "@rewards/domain";
import { isEmpty, poll } from "@rewards/lab/poll";
import { repriceNamed } from "@rewards/operations";
import { unless } from "../check/book.ts";
import { rowFinding } from "../check/finding.ts";
import { times } from "../list.ts";
import { type Call, editCall, withKey } from "../load/call.ts";
import { makeRedemption } from "../load/make.redemption.ts";
import { makeSale, type SaleLine } from "../load/make.sale.ts";
import type { Random } from "../random.ts";
import { lateProduct, onceCost, shopMembers, shopRewards } from "../servers/shop.ts";
import { sendAndPark } from "./posted.ts";
import type { World } from "./world.ts";

const repricedSales = 4;
const returnsOfEach = 2;

/** What comes late: a product earns, and its sales are repriced; and a sale comes after its return, which holds points. */
export const startLate = (world: World, random: Random) =>
  Promise.all([repriceLate(world, random), holdPoints(world, random)]);

const lineOf = (ProductCode: string, Quantity: number, price: number, of?: Call): SaleLine => ({
  ...{ ProductCode, Quantity, TotalAmount: Quantity * price },
  ...(of && { OriginalSaleExternalID: of.key }),
});
const sell = ({ load: { state } }: World, random: Random, member: string, lines: readonly SaleLine[]): Call =>
  makeSale(random, state, { key: `late-${state.nextNumber()}`, store: "S0", member, lines });

/** Tries again after a fault. @returns whether it came true in time */
const until = ({ waitMsMax }: World, holds: () => Promise<boolean>) =>
  poll(() => holds().catch(() => false), Boolean, waitMsMax);

const untilSettled = (world: World, noun: "sale" | "redemption", calls: readonly Call[]) =>
  until(world, async () => {
    const keys = calls.map(({ key }) => key);
    const { sql } = world;
    const rows = await sql`
      select from ${sql(noun)} where external_id = any(${keys}::text[]) and status like 'Resolved-%'`;
    return rows.length === keys.length;
  });

/** A round without it proves nothing about it. */
const expectSome = ({ expect }: World, key: string, isDone: boolean) =>
  expect(unless(isDone, "void", key, "it did not happen in this round"));

/** Sales are repriced while some of their goods come back. Each return takes points, so its entry tells the order. */
async function repriceLate(world: World, random: Random): Promise<void> {
  const { load, sql } = world;
  const linesOf = (units: number, of?: Call) => ["P0", lateProduct.key].map((code) => lineOf(code, units, 7.5, of));
  const members = random.shuffle(shopMembers.ordinary).slice(0, repricedSales);
  const sales = members.map(({ key }) => sell(world, random, key, linesOf(returnsOfEach + 1)));
  await load.burst(sales);
  await untilSettled(world, "sale", sales);
  const edit = editCall(formatId(product.idPrefix, lateProduct.id), lateProduct.key, { Incentivizable: true });
  await load.send(withKey(edit, "late"));
  const back = sales.flatMap((sale, n) =>
    times(returnsOfEach, () => sell(world, random, members[n]?.key ?? "", linesOf(-1, sale))),
  );
  const outcomes = new Map<string, string>();
  const reprice = async () => {
    await repriceNamed(
      sql as unknown as Parameters<typeof repriceNamed>[0],
      sales.map(({ key }) => key),
      {
        ...{ author: { actor: "faults" }, isDryRun: false },
        take: (some) => {
          for (const { externalId, outcome } of some) outcomes.set(externalId, outcome);
        },
      },
    );
    return ![...outcomes.values()].includes("busy");
  };
  await Promise.all([load.burst(back), until(world, reprice)]);
  const isDone = [...outcomes.values()].some((outcome) => outcome === "posted" || outcome === "already repriced");
  expectSome(world, lateProduct.key, isDone);
}

/** A redemption between a return and its sale would cost more than the return leaves. */
async function holdPoints(world: World, random: Random): Promise<void> {
  const { load, sql } = world;
  const [{ key: member }] = shopMembers.held;
  const goods = sell(world, random, member, [lineOf("P0", 1, onceCost - 1)]);
  await sendAndPark(world, sell(world, random, member, [lineOf("P0", -1, onceCost - 1, goods)]));
  const isHeld = await until(
    world,
    async () => !isEmpty(await sql`select from awaiting where original = ${goods.key} and held > 0`),
  );
  const wish = { key: "late-redemption", member, reward: shopRewards.digital.key, quantity: 1, voucherCode: "" };
  const spend = makeRedemption(random, load.state, wish);
  await load.burst([spend]);
  await untilSettled(world, "redemption", [spend]);
  await load.burst([goods]);
  expectSome(world, member, isHeld);
  world.expect(({ facts }) =>
    facts.entries
      .filter((entry) => isHeld && entry.member === member && entry.type === "Redemption")
      .map((entry) => rowFinding("points", member, "spent points that a return held", entry)),
  );
}
