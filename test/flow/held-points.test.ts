import { expect, test } from "vitest";
import { expectError } from "./support/errors.ts";
import {
  addBalance,
  awaitStatus,
  freshKey,
  redemptionContent,
  rewardContent,
  saleContent,
} from "./support/fixtures.ts";
import { expectBooksInOrder, useBasics, useSharedStack } from "./support/stack.ts";

const stack = useSharedStack();
const basics = useBasics(stack);

async function standing() {
  const { data } = await stack.client.api.views.memberBalances({ MemberExternalID: basics.member });
  const { Balance, BalanceAvailable, BalanceHeld, BalancePending } = data[0] ?? {};
  return { Balance, BalanceAvailable, BalanceHeld, BalancePending };
}

test("while a return waits for its sale, callers see that its points are held, and cannot spend them", async () => {
  const { client } = stack;
  await addBalance(client, basics.memberId, 100);
  const original = saleContent(basics);
  const back = {
    ProductCode: basics.product,
    Quantity: -1,
    TotalAmount: -40.5,
    OriginalSaleExternalID: original.ExternalID,
  };
  const id = await client.created("Sale", saleContent(basics, { SaleItems: [back] }));
  await awaitStatus(client, id, "Pending-Awaiting Reference");
  expect(await standing()).toEqual({ Balance: 100, BalanceAvailable: 60, BalanceHeld: 40, BalancePending: 0 });

  const answer = await addBalance(client, basics.memberId, -61);
  expectError(answer, 422, { code: "Error_Balance_Insufficient", page: ".AdjustBalances", field: ".Amount" });
  expect(answer.body.errorDetails[0].localizedValue).toBe(
    "Points are held by a return that waits for its sale: without them, the balance would go below zero.",
  );
  const dear = freshKey("reward");
  await client.created("Reward", rewardContent(dear, { RewardType: "digital", RewardCost: "61" }));
  const refused = await client.created("Redemption", redemptionContent(basics.member, dear));
  const { ConfirmationNote: note } = await awaitStatus(client, refused, "Resolved-Rejected");
  expect(note).toBe(
    "Error_Balance_Insufficient: the cost of 61 Points is more than the member can spend; points are held by a return that waits for its sale.",
  );

  await client.created("Sale", original);
  await awaitStatus(client, id, "Resolved-Completed");
  // All units of its line are back: all 100 points that it earned.
  expect(await standing()).toEqual({ Balance: 100, BalanceAvailable: 100, BalanceHeld: 0, BalancePending: 0 });
  await expectBooksInOrder(stack);
});
