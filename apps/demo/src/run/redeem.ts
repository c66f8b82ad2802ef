import { type Client, outcomeOf } from "../client.ts";
import type { DemoReward, DemoRewards } from "../day/shop.ts";
import { type Books, type Checks, unitsOf } from "../expect.ts";
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

export interface RedeemOptions {
  readonly client: Client;
  readonly books: Books;
  readonly checks: Checks;
  readonly prefix: string;
  /** ExternalIDs of the registered members. */
  readonly members: readonly string[];
  /** Those of them whose points are pending. */
  readonly clubMembers: ReadonlySet<string>;
  readonly signal: AbortSignal;
}

const contestersMax = 8;
const redeemersMax = 24;
/** More points than any member collects in a day. */
const expensiveQuantity = 1_000;

/** Registers rewards with stock, and has members redeem them, all at once. */
export async function redeemRewards(options: RedeemOptions, rewards: DemoRewards): Promise<Redeemed> {
  const { client, checks, signal } = options;
  await Promise.all(Object.values(rewards).map((reward: DemoReward) => registerReward(client, reward)));
  const wishes = planWishes(options, rewards);
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
  const settled = await awaitSettled({ look, keys, signal });
  const completed = wishes.filter((wish) => settled.get(wish.key)?.Status === "Resolved-Completed");
  const rejected = wishes
    .filter((wish) => !completed.includes(wish))
    .map((wish) => ({ wish, reason: String(settled.get(wish.key)?.ConfirmationNote).split(":")[0] ?? "" }));
  const redeemed = { rewards: Object.values(rewards), completed, rejected, ids };
  if (!signal.aborted) checkOutcomes(redeemed, wishes, rewards.hamper, checks);
  for (const wish of completed) {
    const amount = -costOf(wish);
    options.books.post({ member: wish.member, type: "Redemption", amount, source: ids.get(wish.key) });
  }
  return redeemed;
}

/**
 * Who has most wants what is scarce; the next ones what there is enough of; who has least far too much; who has most in
 * the club, what pending points would pay.
 */
function planWishes({ books, members, clubMembers, prefix }: RedeemOptions, rewards: DemoRewards): Wish[] {
  const { coffee, tote, cinema, hamper } = rewards;
  const sorted = [...members].sort((a, b) => Number(books.balanceOf(b) - books.balanceOf(a)));
  const richest = sorted.filter((member) => !clubMembers.has(member));
  const canPay = (member: string, lines: Wish["lines"]) => books.balanceOf(member) >= costOf({ lines });
  const contested = richest
    .slice(0, contestersMax)
    .filter((member) => canPay(member, [{ reward: hamper, quantity: 1 }]));
  const baskets = [
    [{ reward: coffee, quantity: 1 }],
    [{ reward: cinema, quantity: 1 }],
    [
      { reward: coffee, quantity: 2 },
      { reward: tote, quantity: 1 },
    ],
  ];
  const wishes: Omit<Wish, "key">[] = contested.map((member) => ({
    member,
    lines: [{ reward: hamper, quantity: 1 }],
    outcome: contested.length > hamper.stock ? "contested" : "completed",
  }));
  for (const [index, member] of richest.slice(contestersMax, contestersMax + redeemersMax).entries()) {
    const lines = baskets[index % baskets.length] ?? [];
    if (canPay(member, lines)) wishes.push({ member, lines, outcome: "completed" });
  }
  const poorest = richest.at(-1);
  if (poorest !== undefined) {
    wishes.push({
      member: poorest,
      lines: [{ reward: coffee, quantity: expensiveQuantity }],
      outcome: "too expensive",
    });
  }
  const inClub = sorted.find((member) => clubMembers.has(member));
  if (inClub !== undefined)
    wishes.push({ member: inClub, lines: [{ reward: coffee, quantity: 1 }], outcome: "pending" });
  return wishes.map((wish, index) => ({ ...wish, key: `${prefix}-D${String(index + 1).padStart(3, "0")}` }));
}

function contentOf({ key, member, lines }: Wish) {
  return {
    Origin: "API",
    ExternalID: key,
    MemberExternalID: member,
    RedemptionItems: lines.map(({ reward, quantity }) => ({
      RewardExternalID: reward.externalId,
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
  checks.equal(`redemptions of ${scarce.externalId} that came too late`, lost.length, lostMust);
  for (const reason of lost) checks.equal("the reason of one that came too late", reason, "Error_Stock_Insufficient");
}
