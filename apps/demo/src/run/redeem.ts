import { outcomeOf } from "../client.ts";
import { type DemoReward, makeRewards } from "../day/shop.ts";
import { type Checks, type Run, unitsOf } from "../expect.ts";
import { registerReward } from "./register.ts";
import { awaitSettled, settledFields } from "./settle.ts";

export interface Wish {
  readonly key: string;
  readonly member: string;
  readonly lines: readonly { readonly reward: DemoReward; readonly quantity: number }[];
  /** The expected outcome. `contested`: fewer rewards than wishes, so some of these are rejected. */
  readonly outcome: "completed" | "too expensive" | "pending" | "contested";
}

export interface Redeemed {
  readonly rewards: readonly DemoReward[];
  readonly completed: readonly Wish[];
  /** The ID of each redemption, by its ExternalID. */
  readonly ids: ReadonlyMap<string, string>;
  readonly rejected: readonly { readonly wish: Wish; readonly reason: string }[];
}

const contestersMax = 8;
const redeemersMax = 24;
/** More points than any member collects in a day. */
const expensiveQuantity = 1_000;

/** Registers rewards with stock, and has members redeem them, all at once. */
export async function redeemRewards(run: Run, onSettled: () => void): Promise<Redeemed> {
  const { client, books, checks, signal } = run;
  const rewards = makeRewards(run.day.prefix);
  await Promise.all(Object.values(rewards).map((reward) => registerReward(client, reward)));
  const wishes = planWishes(run, rewards);
  const ids = new Map<string, string>();
  await Promise.all(
    wishes.map(async (wish) => {
      const { id, said } = await outcomeOf(client.redemptions.create(contentOf(wish)));
      checks.equal(`the answer to redemption ${wish.key}`, said, "Open-Ready To Process");
      ids.set(wish.key, id);
    }),
  );
  const keys = wishes.map((wish) => wish.key);
  const { getRedemptionByBusinessKeys } = client.views;
  const lookAt = async (ExternalID: string) =>
    (await getRedemptionByBusinessKeys({ ExternalID }, { select: settledFields })).data;
  const look = async (some: readonly string[]) => (await Promise.all(some.map(lookAt))).flat();
  const settled = await awaitSettled({ look, keys, signal, onSettled });
  const completed = wishes.filter((wish) => settled.get(wish.key)?.Status === "Resolved-Completed");
  const rejected = wishes
    .filter((wish) => !completed.includes(wish))
    .map((wish) => ({ wish, reason: String(settled.get(wish.key)?.ConfirmationNote).split(":")[0] ?? "" }));
  const redeemed = { rewards: Object.values(rewards), completed, rejected, ids };
  checkOutcomes(redeemed, wishes, rewards.hamper, checks);
  for (const wish of completed) {
    const amount = -costOf(wish);
    books.post({ member: wish.member, type: "Redemption", amount, source: ids.get(wish.key) });
  }
  return redeemed;
}

/**
 * Who has most wants what is scarce; the next ones what there is enough of; who has least far too much; who has most in
 * the club, what pending points would pay.
 */
function planWishes({ books, day }: Run, { coffee, tote, cinema, hamper }: ReturnType<typeof makeRewards>): Wish[] {
  const sorted = day.registered.toSorted((a, b) => Number(books.balanceOf(b) - books.balanceOf(a)));
  const richest = sorted.filter((member) => !day.club.has(member));
  const canPay = (member: string, lines: Wish["lines"]) => books.balanceOf(member) >= costOf({ lines });
  const one = (reward: DemoReward) => [{ reward, quantity: 1 }];
  const contested = richest.slice(0, contestersMax).filter((member) => canPay(member, one(hamper)));
  const baskets = [one(coffee), one(cinema), [{ reward: coffee, quantity: 2 }, ...one(tote)]];
  const outcome = contested.length > hamper.stock ? "contested" : "completed";
  const wishes: Omit<Wish, "key">[] = contested.map((member) => ({ member, lines: one(hamper), outcome }));
  for (const [index, member] of richest.slice(contestersMax, contestersMax + redeemersMax).entries()) {
    const lines = baskets[index % baskets.length] ?? [];
    if (canPay(member, lines)) wishes.push({ member, lines, outcome: "completed" });
  }
  const tooMuch = [{ reward: coffee, quantity: expensiveQuantity }];
  for (const member of richest.slice(-1)) wishes.push({ member, lines: tooMuch, outcome: "too expensive" });
  const inClub = sorted.find((member) => day.club.has(member));
  if (inClub !== undefined) wishes.push({ member: inClub, lines: one(coffee), outcome: "pending" });
  return wishes.map((wish, index) => ({ ...wish, key: `${day.prefix}-D${String(index + 1).padStart(3, "0")}` }));
}

function contentOf({ key, member, lines }: Wish) {
  return {
    Origin: "API",
    ExternalID: key,
    MemberExternalID: member,
    RedemptionItems: lines.map(({ reward, quantity }) => ({
      RewardExternalID: reward.key,
      Quantity: String(quantity),
      VoucherCode: "",
    })),
  };
}

function costOf({ lines }: Pick<Wish, "lines">): bigint {
  return lines.reduce((sum, { reward, quantity }) => sum + unitsOf(reward.cost * quantity), 0n);
}

function checkOutcomes({ rejected }: Redeemed, wishes: readonly Wish[], scarce: DemoReward, checks: Checks): void {
  const reasons = new Map(rejected.map(({ wish, reason }) => [wish.key, reason]));
  const contested = wishes.filter(({ outcome }) => outcome === "contested");
  for (const { key, outcome } of wishes) {
    const reason = reasons.get(key) ?? "completed";
    const tooFew = "Error_Balance_Insufficient";
    const expected = { completed: "completed", "too expensive": tooFew, pending: tooFew } as const;
    if (outcome !== "contested") checks.equal(`redemption ${key}`, reason, expected[outcome]);
  }
  const lost = contested.map(({ key }) => reasons.get(key)).filter((reason) => reason !== undefined);
  const lostMust = Math.max(0, contested.length - scarce.stock);
  checks.equal(`redemptions of ${scarce.key} that came too late`, lost.length, lostMust);
  for (const reason of lost) checks.equal("the reason of one that came too late", reason, "Error_Stock_Insufficient");
}
