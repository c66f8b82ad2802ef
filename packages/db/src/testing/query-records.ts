import {
  actions,
  currency,
  defineDataView,
  ledgerEntry,
  member,
  parseActionContent,
  programme,
  type RecordDefinition,
  recordOf,
  redemption,
  redemptionItem,
  reward,
  store,
} from "@rewards/domain";
import fc from "fast-check";
import {
  freshKey,
  keyOf,
  newId,
  newMember,
  newRedemption,
  newReward,
  newStore,
  times,
} from "../../../../test/src/records.ts";
import { runAction } from "../action/action.run.ts";
import type { Sql } from "../client.ts";
import { fulfilRedemptions } from "../redemption/redemption.process.ts";
import { insertAll } from "./database.ts";
import { expireByHand, redemptionDeps } from "./items.ts";
import { adjustmentOf, pointsId, post } from "./ledger.ts";

/** A view of all records of a class. */
export const listOf = (record: RecordDefinition) =>
  defineDataView({ name: `Test${record.class}`, record, parameters: {}, where: [] });

export const queriedRecords: readonly RecordDefinition[] = [
  recordOf(store),
  recordOf(member),
  recordOf(redemptionItem),
  ledgerEntry,
];
/** The records that their references point to. */
export const referredRecords: readonly RecordDefinition[] = [
  recordOf(member),
  recordOf(reward),
  recordOf(redemption),
  currency,
  programme,
];

/**
 * Short texts of few characters, so that many are equal: wildcards, quotes, both cases, and characters that UTF-16 and
 * UTF-8 order differently.
 */
export const queriedText = fc
  .array(fc.constantFrom("a", "A", "b", "ä", "Ä", "é", "%", "_", "\\", "'", '"', " ", "z", "ｚ", "😀", "{", ","), {
    maxLength: 3,
  })
  .map((letters) => letters.join(""));
const instant = fc.constantFrom(
  null,
  "2024-02-29T23:59:59.999Z",
  "2024-03-01T00:00:00+00:00",
  "1999-12-31T20:00:00-04:00",
);
const day = fc.constantFrom(null, "1980-01-01", "1980-01-02", "2004-02-29");

const rowsOfClass = 40;

/** Inserts random rows of every queried class into an empty database. */
export async function plantRecords(sql: Sql, seed: number): Promise<void> {
  const draw = <T>(arbitrary: fc.Arbitrary<T>, count = rowsOfClass) => fc.sample(arbitrary, { numRuns: count, seed });
  const name = queriedText.map((text) => text || "n");
  const page = fc.record({ City: queriedText, Street: queriedText });
  const storeFields = fc.record({ Name: name, Description: queriedText, IsParticipating: fc.boolean(), Address: page });
  await insertAll(
    sql,
    store,
    draw(storeFields).map((more) => newStore(undefined, more)),
  );
  const memberFields = fc.record({ FullName: name, DateOfBirth: day, JoinDateTime: instant });
  const members = draw(memberFields).map((more) => newMember(undefined, more));
  await insertAll(sql, member, members);
  await plantItems(
    sql,
    draw(name, 4),
    members.slice(0, 4).map((one) => keyOf(one, "ExternalID")),
  );
  await plantEntries(
    sql,
    draw(
      fc.integer({ min: -200_000, max: 400_000 }).filter((amount) => amount !== 0),
      60,
    ),
    members.slice(0, 5).map(({ id }) => id),
  );
}

async function plantItems(sql: Sql, names: readonly string[], members: readonly string[]): Promise<void> {
  const rewards = names.map((name) =>
    newReward(freshKey("free"), {
      Name: name,
      RewardType: "digital",
      RewardCost: "",
      DaysAvailable: name.length > 1 ? "30" : "",
    }),
  );
  const counted = newReward(freshKey("counted"), { RewardCost: "" });
  await insertAll(sql, reward, [...rewards, counted]);
  await act(sql, "AddRewardStock", counted.id, { RewardQuantity: 100 });
  const codes = [...rewards, counted].map((one) => keyOf(one, "ExternalID"));
  const asked = members.map((of, index) =>
    newRedemption(
      of,
      times(7, (line) => ({ reward: codes[(line + index) % codes.length] as string, quantity: 1 + (line % 3) })),
      { ExternalID: index % 2 ? freshKey("red") : "" },
    ),
  );
  await insertAll(sql, redemption, asked);
  await fulfilRedemptions(
    sql,
    asked.map(({ id }) => id),
    await redemptionDeps(sql),
  );
  await changeItems(sql);
}

/** Locks and uses some vouchers. The time of others, whatever their status, passes. */
async function changeItems(sql: Sql): Promise<void> {
  const rows = await sql<{ id: string; isEndless: boolean }[]>`
    select id, expiration_date_time is null as "isEndless" from redemption_item order by voucher_key`;
  for (const [index, { id }] of rows.entries()) {
    if (index % 3 === 1) await act(sql, "Lock", id);
    if (index % 5 === 1) await act(sql, "Use", id);
  }
  const past = rows.filter(({ isEndless }, index) => !isEndless && index % 2 === 1);
  await expireByHand(
    sql,
    past.map(({ id }) => id),
  );
}

async function act(sql: Sql, action: string, id: string, content?: unknown): Promise<void> {
  const found = actions.find(({ name }) => name === action);
  if (!found) throw new Error(`no ${action}`);
  await runAction(sql, found, { id, content: parseActionContent(found, content), user: "api" });
}

async function plantEntries(sql: Sql, amounts: readonly number[], members: readonly string[]): Promise<void> {
  const second = newId();
  await sql`insert into currency (id, program, position, name) select ${second}, program, 1, 'Miles' from currency where id = ${pointsId}`;
  const postings = amounts.map((amount, index) =>
    adjustmentOf(members[index % members.length] as string, 0, {
      amount: BigInt(amount),
      currencyId: index % 3 ? pointsId : second,
    }),
  );
  // Three transactions, so that some entries share a time and others do not.
  for (const from of [0, 20, 40]) await post(sql, postings.slice(from, from + 20));
}
