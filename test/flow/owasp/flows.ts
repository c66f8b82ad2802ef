import { expect } from "vitest";
import type { Client } from "../support/client.ts";
import { expectError } from "../support/errors.ts";
import { addBalance, freshKey, memberContent, redemptionContent } from "../support/fixtures.ts";
import { type Attacks, limits, type World } from "./world.ts";

/** In depth: ../caller-limits.test.ts, packages/db/src/redemption/redemption.velocity.db.test.ts and `npm run faults`. */
export const flowAttacks: Attacks = {
  "guessing voucher codes ends with 429, then for a right code too": guessVouchers,
  "a member cannot redeem more often within an hour than the programme's operators allow, even at once": redeemOften,
  "a voucher that is used many times at once is used once": useAtOnce,
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
