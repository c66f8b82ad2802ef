import {
  exampleOf,
  formatId,
  member,
  type ObjectDefinition,
  redemption,
  redemptionItem,
  reward,
} from "@rewards/domain";
import { poll } from "@rewards/lab/poll";
import fc from "fast-check";
import { actionGroups, create, type Group, type GroupCall, readGroups, voucherGroups } from "../calls/groups.ts";
import { idempotencyKey } from "../hostile/head.ts";
import { plainWire } from "../hostile/wire.ts";
import { freshMark } from "../world/mark.ts";
import { type Run, sendBatch } from "./batch.ts";
import { aloneOf } from "./judge.ts";
import { type Alone, type Recipe, takeShot } from "./shot.ts";

/** As many as the service answers in one batch. */
const callsAtOnce = 64;
const vouchersMsMax = 60_000;

/**
 * Sends calls that the service answers together, one of which is bad: it gets the answer that it gets alone, and the others
 * are answered, and done, as if it were not there. The seed picks the bad ones. Returns every failure.
 */
export async function sendTogether(run: Run, seed: number): Promise<string[]> {
  const failures: string[] = [];
  for (const [index, groups] of actionGroups.entries()) {
    failures.push(...(await makeRecords(run, (groups[0] as Group).of)));
    // The same call is bad in each: what it left undone is not asked of it later.
    for (const group of groups) failures.push(...(await sendGroup(run, group, seed + index)));
  }
  failures.push(...(await makeVouchers(run)));
  for (const group of voucherGroups) failures.push(...(await sendGroup(run, group, seed)));
  for (const [index, group] of readGroups.entries()) failures.push(...(await sendGroup(run, group, seed + index)));
  return failures;
}

function recipeOf({ target, headers = [], isCut, ...draw }: GroupCall, isSound: boolean, alone?: Alone): Recipe {
  const writeFaulty = isCut && (() => Buffer.from("{"));
  const wire = { ...plainWire, isSound, headers };
  return { target, draw: { ...draw, isSound }, writeFaulty, wire, copies: 1, ...(alone && { alone }) };
}

const createOf = ({ class: objectTypeID }: ObjectDefinition, content: object): Recipe =>
  recipeOf({ target: create, parameters: {}, body: { objectTypeID, content } }, true);

const makeRecords = (run: Run, of: ObjectDefinition): Promise<string[]> =>
  sendBatch(
    run,
    Array.from({ length: callsAtOnce }, () => createOf(of, exampleOf(of, freshMark("together")))),
  );

/** One redemption of as many vouchers, and waits for them. */
async function makeVouchers(run: Run): Promise<string[]> {
  const { known } = run.world;
  const keyOf = ({ class: name }: ObjectDefinition) => known.latest(name, 1)[0]?.row.tag;
  const free = {
    ...exampleOf(reward, freshMark("free")),
    RewardType: "digital",
    RewardCost: "0",
    RewardExpiration: null,
  };
  const failures = await sendBatch(run, [createOf(reward, free)]);
  const line = { Quantity: "1", RewardExternalID: keyOf(reward), VoucherCode: "" };
  const RedemptionItems = Array.from({ length: callsAtOnce }, () => line);
  const wish = { ...exampleOf(redemption, freshMark("vouchers")), MemberExternalID: keyOf(member), RedemptionItems };
  const countItems = () => known.counts()[redemptionItem.class] ?? 0;
  const before = countItems();
  failures.push(...(await sendBatch(run, [createOf(redemption, wish)])));
  const countNew = async () => {
    failures.push(...(await run.world.compare()));
    return countItems() - before;
  };
  const made = await poll(countNew, (items) => items >= callsAtOnce, vouchersMsMax);
  return made < callsAtOnce ? [...failures, `of ${callsAtOnce} vouchers, ${made} were made`] : failures;
}

async function sendGroup(run: Run, { of, call, spoil }: Group, seed: number): Promise<string[]> {
  const bad = fc.record({ at: fc.nat(callsAtOnce - 1), name: fc.constantFrom(...Object.keys(spoil)) });
  const [{ at, name } = { at: 0, name: "" }] = fc.sample(bad, { numRuns: 1, seed });
  const recipes: Recipe[] = [];
  for (const [index, { row }] of run.world.known.latest(of.class, callsAtOnce).entries()) {
    const good = call(formatId(of.idPrefix, row.uuid), row.tag);
    const isGood = index !== at;
    const { headers = [], ...sent } = isGood ? good : (spoil[name]?.(good) ?? good);
    const isAction = good.target.kind.learn !== undefined;
    const keyed = { ...sent, headers: isAction && index % 2 === 0 ? [...headers, idempotencyKey] : headers };
    const next = { status: 200, tag: `w/"${row.version + 1}"` };
    const alone = isGood && isAction ? next : await askAlone(run, recipeOf(keyed, isGood));
    recipes.push(recipeOf(keyed, isGood, alone));
  }
  return (await sendBatch(run, recipes)).map((failure) => `at once with a call ${name}: ${failure}`);
}

/** A read, or a call that is refused. */
async function askAlone({ exchanger, world }: Run, recipe: Recipe): Promise<Alone> {
  const { answers } = await exchanger.exchange(takeShot(recipe, world.known).request);
  if (!answers[0]) throw new Error("a call that was sent alone has no answer");
  return aloneOf(answers[0]);
}
