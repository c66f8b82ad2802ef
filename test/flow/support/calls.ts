import { creatableObjects, exampleOf, type ObjectDefinition } from "@rewards/domain";
import type { Client, ObjectType } from "./client.ts";
import { awaitStatus, freshKey, redeemed, redemptionContent, saleContent } from "./fixtures.ts";

interface Given {
  readonly client: Client;
  readonly basics: {
    readonly member: string;
    readonly store: string;
    readonly product: string;
    readonly reward: string;
  };
}

/** An action with its target and content. */
interface Act {
  /** `Edit of Store`. */
  readonly name: string;
  /** Creates an object that allows the action and that nothing else changes. */
  readonly target: () => Promise<string>;
  readonly content: () => object | null;
  readonly otherContent?: object;
}

const exampleMaker = (definition: ObjectDefinition) => () => exampleOf(definition, freshKey(definition.noun));
const examples = Object.fromEntries(
  creatableObjects.map((definition) => [definition.path, exampleMaker(definition)]),
) as Readonly<Record<ObjectType, () => object>>;

export const points = (Amount: number) => ({ AdjustBalances: { Amount, Name: "Points" } });

/** Every create and every action, for tests that run all of them. `given` may work only from then on. */
export function callsOf(given: () => Given) {
  /** The content of a create of each class, different each time. */
  const contents = {
    ...examples,
    Sale: () => saleContent(given().basics),
    Redemption: () => ({
      ...redemptionContent("nobody", given().basics.reward),
      ExternalID: "",
      Origin: freshKey("R"),
    }),
  };
  /** Waits until the segment is open, since the worker changes it until then. */
  async function openSegment(): Promise<string> {
    const id = await given().client.created("Segment", contents.Segment());
    await awaitStatus(given().client, id, "Open-Active");
    return id;
  }
  async function mint(): Promise<string> {
    const { client, basics } = given();
    return (await redeemed(client, redemptionContent(basics.member, basics.reward))).ID;
  }
  const created = (type: ObjectType) => () => given().client.created(type, contents[type]());
  const acts: readonly Act[] = [
    {
      name: "Edit of Store",
      target: created("Store"),
      content: () => ({ StoreCode: freshKey("S") }),
      otherContent: {},
    },
    {
      name: "Edit of Product",
      target: created("Product"),
      content: () => ({ Brand: "B" }),
      otherContent: { Brand: "" },
    },
    { name: "AddBalance of Member", target: created("Member"), content: () => points(5), otherContent: points(6) },
    {
      name: "AddRewardStock of Reward",
      target: created("Reward"),
      content: () => ({ RewardQuantity: 3 }),
      otherContent: { RewardQuantity: 4 },
    },
    { name: "Lock of RedemptionItemCase", target: mint, content: () => null },
    { name: "Use of RedemptionItemCase", target: mint, content: () => null },
    { name: "MarkAsInactive of SegmentCase", target: openSegment, content: () => null },
    { name: "DeleteObject of Product", target: created("Product"), content: () => null },
    { name: "DeleteObject of Reward", target: created("Reward"), content: () => null },
  ];
  return { contents, acts, mint };
}
