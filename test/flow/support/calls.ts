import {
  type ActionDefinition,
  actions,
  creatableObjects,
  exampleOf,
  exampleOfAction,
  type ObjectDefinition,
} from "@rewards/domain";
import { actionsBefore } from "../../src/actions-before.ts";
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

const exampleMaker = (definition: ObjectDefinition) => () =>
  exampleOf(definition, freshKey(definition.noun.toUpperCase()));
const examples = Object.fromEntries(
  creatableObjects.map((definition) => [definition.path, exampleMaker(definition)]),
) as Readonly<Record<ObjectType, () => object>>;

export const points = (Amount: number) => ({ AdjustBalances: { Amount, Name: "Points" } });

const contentOf = (action: ActionDefinition) => exampleOfAction(action) ?? null;

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
  async function redeem(): Promise<string> {
    const { client, basics } = given();
    return (await redeemed(client, redemptionContent(basics.member, basics.reward))).Redemption.ID;
  }
  const create = (type: ObjectType) => given().client.created(type, contents[type]());
  const allowing = (action: ActionDefinition) => async () => {
    const { client } = given();
    const { path } = action.target;
    const id = await (path === null ? mint() : create(path as ObjectType));
    for (const before of actionsBefore(action)) await client.act(id, before.name, { content: contentOf(before) });
    return id;
  };
  const ofMembers = {
    content: () => ({ MemberExternalIDs: [given().basics.member] }),
    otherContent: { MemberExternalIDs: ["nobody"] },
  };
  /** A member who can pay, or who has paid with the Reference of the example. */
  const payer =
    (...before: readonly string[]) =>
    async () => {
      const { client } = given();
      const id = await client.created("Member", contents.Member());
      await client.act(id, "AddBalance", { content: points(100) });
      for (const name of before) await client.act(id, name, { content: { Reference: "T-1001/1", Points: 20 } });
      return id;
    };
  /** A member with a card, which `RemoveCard` takes. */
  let card = "";
  async function cardHolder(): Promise<string> {
    const { client } = given();
    card = freshKey("card");
    const id = await client.created("Member", contents.Member());
    await client.act(id, "AddCard", { content: { CardNumber: card } });
    return id;
  }
  /** A member, and another one that `Merge` takes. */
  let other = "";
  async function twin(): Promise<string> {
    const { client } = given();
    other = freshKey("other");
    await client.created("Member", { ...contents.Member(), ExternalID: other });
    return client.created("Member", contents.Member());
  }
  /** What differs from an action's example on a fresh object of its class. */
  const special: Readonly<Record<string, Partial<Act>>> = {
    "Edit of Store": { content: () => ({ StoreCode: freshKey("S") }), otherContent: {} },
    "Edit of Product": { content: () => ({ Brand: "B" }), otherContent: { Brand: "" } },
    "Edit of Member": { otherContent: { FullName: "Bea" } },
    "AddBalance of Member": { content: () => points(5), otherContent: points(6) },
    "PayWithPoints of Member": {
      target: payer(),
      content: () => ({ Reference: freshKey("payment"), Points: 5 }),
      otherContent: { Reference: "T-2", Points: 1 },
    },
    "CancelPayment of Member": { target: payer("PayWithPoints"), otherContent: { Reference: "T-2" } },
    "Merge of Member": {
      target: twin,
      content: () => ({ FromMemberExternalID: other }),
      otherContent: { FromMemberExternalID: "x" },
    },
    "AddCard of Member": { content: () => ({ CardNumber: freshKey("card") }), otherContent: { CardNumber: "other" } },
    "RemoveCard of Member": {
      target: cardHolder,
      content: () => ({ CardNumber: card }),
      otherContent: { CardNumber: "other" },
    },
    "AddRewardStock of Reward": { otherContent: { RewardQuantity: 4 } },
    "Cancel of RedemptionCase": { target: redeem },
    "MarkAsInactive of SegmentCase": { target: openSegment },
    "AddMembers of SegmentCase": { target: openSegment, ...ofMembers },
    "RemoveMembers of SegmentCase": { target: openSegment, ...ofMembers },
  };
  const acts = actions.map((action): Act => {
    const name = `${action.name} of ${action.target.class}`;
    return { name, target: allowing(action), content: () => contentOf(action), ...special[name] };
  });
  return { contents, acts, mint };
}
