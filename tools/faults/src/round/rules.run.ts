import { setTimeout as delay } from "node:timers/promises";
import { unless } from "../check/book.ts";
import { rowFinding } from "../check/finding.ts";
import { checkEarnedBy, isCapMet } from "../check/rule.check.ts";
import { times } from "../list.ts";
import { makeMember } from "../load/call.ts";
import { makeEdit, makeRuleCall, type OpenRule } from "../load/make.rule.ts";
import { makeSale } from "../load/make.sale.ts";
import { answeredId } from "../load/read-back.ts";
import { isAccepted } from "../load/record.ts";
import type { Random } from "../random.ts";
import { shopMembers } from "../servers/shop.ts";
import { sendAndPark } from "./posted.ts";
import { climbAndFall, editTiers } from "./tiers.run.ts";
import type { World } from "./world.ts";

/** At most 30 versions within 10 seconds are allowed. */
const thinkMs = [250, 650] as const;
const tiersPercent = 10;
const patienceMs = 60_000;
const capSales = 3;

/**
 * An administrator edits rules and the segment over HTTP, and an operator the tiers, while sales come in and wait. A member
 * reaches the cap, and one climbs and falls.
 */
export function startRules(world: World, random: Random) {
  let isStopped = false;
  const changing = (async () => {
    const opened: OpenRule[] = [];
    while (!isStopped) {
      if (random.happens(tiersPercent)) await editTiers(world);
      const { call, attempts } = await world.load.send(makeRuleCall(random, world.load.state, opened));
      const answer = attempts.find(isAccepted);
      const publicId = answer && answeredId(answer);
      if (call.kind === "rule" && publicId) opened.push({ id: String(call.content["RuleID"]), publicId });
      await delay(random.int(...thinkMs));
    }
  })();
  const working = Promise.all([editWhileWaiting(world, random), meetCap(world, random), climbAndFall(world, random)]);
  return async (): Promise<void> => {
    await working;
    isStopped = true;
    await changing;
  };
}

const saleOf = ({ load: { state } }: World, random: Random, member: string, code: string) =>
  makeSale(random, state, {
    ...{ key: `ruled-${state.nextNumber()}`, store: "S0", member, soldAt: new Date().toISOString() },
    lines: [{ ProductCode: code, Quantity: 1, TotalAmount: 40 }],
  });

/** While a sale waits for its member, its rule is edited: first from the time of the sale on, then from now on. */
async function editWhileWaiting(world: World, random: Random): Promise<void> {
  const { load, expect } = world;
  const member = `RULED${load.state.nextNumber()}`;
  const early = saleOf(world, random, member, "P1");
  const isWaiting = await sendAndPark(world, early, patienceMs);
  const meant = await load.send(makeEdit(load.state, early.content["SaleDateTime"]));
  const later = await load.send(makeEdit(load.state));
  await load.burst([makeMember(member)]);
  const isEdited = [meant, later].every(({ attempts }) => attempts.some((one) => isAccepted(one) || one.isVoid));
  expect(unless(isWaiting && isEdited, "void", early.key, "its rule was not edited while it waited"));
  expect(checkEarnedBy(early.key, meant.call.key));
}

async function meetCap(world: World, random: Random): Promise<void> {
  const { key } = random.pick(shopMembers.ordinary);
  await world.load.burst(times(capSales, () => saleOf(world, random, key, "P0")));
  world.expect(({ facts }) =>
    facts.entries.some(isCapMet) ? [] : [rowFinding("void", key, "no sale met the cap of a rule")],
  );
}
