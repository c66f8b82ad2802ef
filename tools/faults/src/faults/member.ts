import { formatId, member } from "@rewards/domain";
import { times } from "../list.ts";
import { actionCall, adjustCall, type Call, withKey } from "../load/call.ts";
import { makePayment } from "../load/make.payment.ts";
import { makeRedemption } from "../load/make.redemption.ts";
import { backLines, makeGoods, makeSale } from "../load/make.sale.ts";
import type { LoadState } from "../load/state.ts";
import type { Random } from "../random.ts";
import { type Pair, type ShopMember, shopPairs, shopRewards } from "../servers/shop.ts";
import type { FaultRows } from "./fault.ts";

const merges = 10;
const salesOfEach = 3;
const repeats = 5;
const store = "S0";
const pointsMax = 30;

const publicId = ({ id }: ShopMember) => formatId(member.idPrefix, id);

const sell = (random: Random, state: LoadState, { twins, cards }: Pair) =>
  [...twins.map(({ key }) => key), ...cards.slice(0, -1)].flatMap((buyer) =>
    times(salesOfEach, () => makeGoods(random, state, { member: buyer, store }, { goods: [] })),
  );

function bringBack(random: Random, state: LoadState, sold: Call): Call[] {
  const lines = backLines(random, sold);
  if (lines.length === 0) return [];
  const wish = { key: `return-${state.nextNumber()}`, member: String(sold.content["MemberExternalID"]), store };
  return [makeSale(random, state, { ...wish, lines })];
}

/** Of one pair: while a member is blocked, it is not merged. */
const block = (pair: Pair | undefined): Call[] =>
  (pair?.twins ?? []).flatMap((twin) =>
    (["block", "unblock"] as const).flatMap((kind) => times(repeats, () => actionCall(kind, twin.key, publicId(twin)))),
  );

/** What a member spends by its own key while it is merged, and how somebody corrects its points. */
function spend(random: Random, state: LoadState, twin: ShopMember): Call[] {
  const wish = { member: twin.key, reward: shopRewards.digital.key, quantity: 1, voucherCode: "" };
  return [
    ...times(2, () => makeRedemption(random, state, wish)),
    ...times(2, () => makePayment(random, state, twin.id)),
    ...[1, -1].map((sign) => adjustCall(twin.id, state.nextAmount(random, sign as 1 | -1, pointsMax))),
  ];
}

/** Both merges of a pair, one of them repeated with a key, and the cards that both members want. The last one is taken off, too. */
function join(state: LoadState, { key, twins, cards }: Pair): Call[] {
  const merge = ([stays, other]: readonly ShopMember[]) =>
    actionCall("merge", key, publicId(stays as ShopMember), { FromMemberExternalID: other?.key });
  const [first, second] = [merge(twins), merge(twins.toReversed())];
  const keyed = withKey(first, `merge-${state.nextNumber()}`);
  const card = (kind: "addCard" | "removeCard", CardNumber: string) =>
    twins.flatMap((twin) => times(repeats, () => actionCall(kind, CardNumber, publicId(twin), { CardNumber })));
  return [
    ...times(merges, () => [first, second]).flat(),
    ...times(repeats, () => keyed),
    ...cards.flatMap((number) => card("addCard", number)),
    ...cards.slice(-1).flatMap((number) => card("removeCard", number)),
  ];
}

export const memberFaults: FaultRows = {
  "merges-raced": {
    number: 45,
    summary:
      "25 Merges of two members into each other, 40 AddCards of 4 cards and Blocks at once, while both buy, spend and return",
    async inject({ load }, random) {
      const { state } = load;
      const goods = shopPairs.flatMap((pair) => sell(random, state, pair));
      const back = goods.flatMap((sold) => bringBack(random, state, sold));
      const early = back.splice(0, back.length / 2);
      const others = shopPairs.flatMap((pair) => [
        ...join(state, pair),
        ...pair.twins.flatMap((twin) => spend(random, state, twin)),
      ]);
      await load.burst(random.shuffle([...goods, ...early, ...others, ...block(shopPairs[0])]));
      await load.burst(back);
    },
  },
};
