import { formatClientKey } from "@rewards/domain";
import { expect } from "vitest";
import { type Client, createClient } from "../support/client.ts";
import { expectError } from "../support/errors.ts";
import { addBalance, entriesOf, freshKey, memberContent, redemptionContent, saleContent } from "../support/fixtures.ts";
import { type Attacks, limits, type World } from "./world.ts";

/** In depth: ../caller-limits.test.ts, packages/db/src/redemption/redemption.velocity.db.test.ts and `npm run faults`. */
export const flowAttacks: Attacks = {
  "guessing voucher codes ends with 429, then for a right code too": guessVouchers,
  "a member cannot redeem more often within an hour than the programme's operators allow, even at once": redeemOften,
  "a voucher that is used many times at once is used once": useAtOnce,
  "many small adjustments, at two APIs at once, do not get around the limit of an hour, and repeats do not count":
    adjustOften,
  "a till posts no sale above its largest one, in one line or many, whatever negative lines are beside them":
    sellTooMuch,
  "nobody redeems what the member cannot pay, at another price, or less than one": redeemForNothing,
};

async function guessVouchers({ as: { guesser, admin }, own }: World): Promise<void> {
  const find = (client: Client, code: string) => client.view("RedemptionItemsByVoucherCode", { "Voucher Code": code });
  const statuses = [];
  for (let guess = 0; guess <= limits.voucherMisses; guess += 1)
    statuses.push((await find(guesser, `00000-00000-000${guess}`)).status);
  expect(statuses).toEqual([...Array(limits.voucherMisses).fill(200), 429]);
  expectError(await find(guesser, own.voucherCode), 429, "Error_VoucherLookups_TooMany");
  expect((await find(admin, own.voucherCode)).body.resultCount).toBe(1);
}

async function redeemOften({ as: { admin } }: World): Promise<void> {
  const member = freshKey("M");
  await addBalance(admin, await admin.created("Member", memberContent(member)), 10_000);
  const count = limits.redemptionsOfMember + 3;
  const ids = await Promise.all(
    Array.from({ length: count }, () => admin.created("Redemption", redemptionContent(member, "R-1"))),
  );
  const notes = await notesOf(admin, ids);
  expect(notes.filter((note) => note.startsWith("Redeemed for"))).toHaveLength(limits.redemptionsOfMember);
  expect(notes.filter((note) => note.startsWith("Error_Redemptions_TooMany"))).toHaveLength(3);
}

/** The notes of redemptions, once they are settled. */
async function notesOf(client: Client, ids: readonly string[]): Promise<string[]> {
  const notes = ids.map(async (id) => {
    let note = "";
    await expect
      .poll(async () => {
        const { status, content } = (await client.read(id)).body.data.objectInfo;
        note = content.ConfirmationNote;
        return status;
      })
      .toMatch(/^Resolved-/);
    return note;
  });
  return Promise.all(notes);
}

async function useAtOnce({ as: { admin }, own: { ids } }: World): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 8 }, () => admin.act(ids.item, "Use")));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(7).fill(409)]);
}

async function redeemForNothing({ as: { admin } }: World): Promise<void> {
  const member = freshKey("M");
  await admin.created("Member", memberContent(member));
  for (const Quantity of ["-1", "0", "0.5", "1e3", "NaN"])
    expectError(await admin.create("Redemption", redemptionContent(member, "R-1", { Quantity })), 422, {
      code: "Error_Field_Format",
    });
  const content = redemptionContent(member, "R-1", { RewardCost: "0", Cost: 0 });
  const [note = ""] = await notesOf(admin, [await admin.created("Redemption", content)]);
  expect(note).toMatch(/^Error_Balance_Insufficient: /);
}

async function adjustOften({ as: { admin }, credentials, stack, url }: World): Promise<void> {
  const { clientID, clientSecret } = credentials.adjuster;
  const other = await stack.startApi({ AUTH: "required" });
  const callers = [url, other.url].map((at) => createClient(at, formatClientKey(clientID, clientSecret)));
  const members = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const key = freshKey("M");
      const id = await admin.created("Member", memberContent(key));
      await addBalance(admin, id, 1_000);
      return { key, id };
    }),
  );
  const adjust = async (client: Client, { id, amount, key }: { id: string; amount: number; key: string }) =>
    client.act(
      id,
      "AddBalance",
      { content: { AdjustBalances: { Amount: amount, Name: "Points" } } },
      { "idempotency-key": key },
    );
  const calls = members.flatMap(({ id }) =>
    [500, -250, 500].map((amount) => ({ id, amount, key: freshKey("adjustment") })),
  );
  const send = async () => {
    const answers = [];
    for (let from = 0; from < calls.length; from += 8) {
      const some = calls.slice(from, from + 8).map((call, n) => adjust(callers[n % 2] as Client, call));
      answers.push(...(await Promise.all(some)));
    }
    return answers;
  };
  const answers = await send();
  const done = calls.filter((_, n) => answers[n]?.status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  const used = () => done.reduce((sum, { amount }) => sum + Math.abs(amount), 0);
  expect(used()).toBe(5_000);
  for (const answer of refused) {
    expectError(answer, 429, "Error_Adjustments_Spent");
    expect(answer.headers.get("retry-after")).toBe("60");
    expect(answer.body.errorDetails[0].localizedValue).toMatch(/ may sum up to 5000 an hour; \d+ are used until /);
  }
  const entries = (await Promise.all(members.map(({ key }) => entriesOf(admin, key)))).flat();
  const given = members.length * 1_000;
  expect(entries.reduce((sum, { CurrencyAwarded }) => sum + Math.abs(CurrencyAwarded), 0)).toBe(given + 5_000);
  const repeated = await send();
  expect(repeated.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
  expect((await Promise.all(members.map(({ key }) => entriesOf(admin, key)))).flat()).toHaveLength(entries.length);
}

async function sellTooMuch({ as: { smallTill }, own }: World): Promise<void> {
  const sell = (...amounts: number[]) =>
    smallTill.create("Sale", {
      ...saleContent({ member: own.member, store: own.store, product: "P-1" }),
      SaleItems: amounts.map((TotalAmount) => ({ ProductCode: "P-1", Quantity: Math.sign(TotalAmount), TotalAmount })),
    });
  for (const amounts of [
    [99_999_999_999],
    [1_000.0001],
    [600, 400.01],
    [99_999_999_999, -99_999_999_000],
    [-1_001],
    [1, -1_001],
  ]) {
    const answer = await sell(...amounts);
    expectError(answer, 403, "Error_Sale_TooLarge");
    expect(answer.body.errorDetails[0].localizedValue).toBe("The largest sale of the credential is 1000.");
  }
  for (const amounts of [[1_000], [600, 400, -1_000]]) expect((await sell(...amounts)).status).toBe(201);
}
