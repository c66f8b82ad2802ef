import {
  type DataViewDefinition,
  dataViewOf,
  member,
  type ObjectDefinition,
  product,
  redemptionItem,
  reward,
  store,
} from "@rewards/domain";
import type { Header } from "../hostile/head.ts";
import type { Draw } from "./kind.ts";
import { type Target, targets } from "./targets.ts";

function targetOf(method: string, pattern: string): Target {
  const target = targets.find(({ kind, endpoint }) => kind.method === method && endpoint.pattern === pattern);
  if (!target) throw new Error(`the service does not serve ${method} ${pattern}`);
  return target;
}
export const create = targetOf("POST", "/objects");
const act = targetOf("PATCH", "/objects/:id/actions/:action");
const read = targetOf("GET", "/objects/:id");
const view = targetOf("POST", "/data_views/:name");
const count = targetOf("POST", "/data_views/:name/count");

/** A call of a record. */
export interface GroupCall extends Pick<Draw, "parameters" | "body"> {
  readonly target: Target;
  readonly headers?: readonly Header[];
  /** Its body is cut off. */
  readonly isCut?: true;
}

/** Calls that the service answers together: a good one for each record, and ways to spoil one. */
export interface Group {
  readonly of: ObjectDefinition;
  readonly call: (id: string, key: string) => GroupCall;
  readonly spoil: Readonly<Record<string, (good: GroupCall) => GroupCall>>;
}

const unknown = ({ of: { idPrefix } }: Pick<Group, "of">) => ({ id: `${idPrefix}-${"0".repeat(31)}1` });
const notJson = (good: GroupCall): GroupCall => ({ ...good, isCut: true });
const withBody =
  (body: unknown) =>
  (good: GroupCall): GroupCall => ({ ...good, body });

/** @param content a function of the record's ID where no two records may have the same. */
function actionGroup(
  of: ObjectDefinition,
  action: string,
  content?: object | ((id: string) => object),
  more: Group["spoil"] = {},
): Group {
  const contentOf = (id: string) => (typeof content === "function" ? content(id) : content);
  return {
    of,
    call: (id) => ({ target: act, parameters: { id, action }, body: { content: contentOf(id) } }),
    spoil: {
      "of an unknown object": (good) => ({ ...good, parameters: { ...good.parameters, ...unknown({ of }) } }),
      "of a stale version": (good) => ({ ...good, headers: [["if-match", 'w/"99"']] }),
      "that is no JSON": notJson,
      ...more,
    },
  };
}

const points = (Amount: number, Name = "Points") => ({ AdjustBalances: { Amount, Name } });
/** Vouchers are locked first. */
export const voucherGroups: readonly Group[] = [
  actionGroup(redemptionItem, "Lock", { LockedBy: "TILL-7" }),
  actionGroup(redemptionItem, "Use", { LockedBy: "TILL-7" }),
];
const cardOf = (id: string) => ({ CardNumber: `card of ${id}` });
/** Those of one row follow each other on the same records. The members of the last row redeem. */
export const actionGroups: readonly (readonly Group[])[] = [
  [
    actionGroup(member, "Block", { Reason: "lost" }, { "without content": withBody({}) }),
    actionGroup(member, "Unblock", {}),
  ],
  [
    actionGroup(member, "AddCard", cardOf, { "without a number": withBody({ content: {} }) }),
    actionGroup(member, "RemoveCard", cardOf, { "of another card": withBody({ content: cardOf("nobody") }) }),
  ],
  [
    actionGroup(member, "AddBalance", points(1), {
      "over the balance": withBody({ content: points(-5) }),
      "of an unknown currency": withBody({ content: points(1, "Miles") }),
    }),
  ],
  [actionGroup(reward, "AddRewardStock", { RewardQuantity: 2 }, { "of nothing": withBody({ content: {} }) })],
  [actionGroup(store, "Edit", { Description: "together" })],
  [actionGroup(product, "Edit", { Description: "together" })],
];

function viewGroup(target: typeof view, { name, parameters }: DataViewDefinition): Group {
  const [parameter = ""] = Object.keys(parameters);
  const bodyOf = (key: unknown, query = {}) => ({ dataViewParameters: { [parameter]: key }, query });
  const keyOf = ({ body }: GroupCall) => (body as ReturnType<typeof bodyOf>).dataViewParameters[parameter];
  return {
    of: member,
    call: (_id, key) => ({ target, parameters: { name }, body: bodyOf(key) }),
    spoil: {
      "of an unknown key": withBody(bodyOf("~none")),
      "of no key": withBody(bodyOf(5)),
      "with an unknown field": (good) => ({ ...good, body: bodyOf(keyOf(good), { select: [{ field: "Nothing" }] }) }),
      "with a filter": (good) => ({ ...good, body: bodyOf(keyOf(good), { distinctResultsOnly: true }) }),
      "that is no JSON": notJson,
    },
  };
}

const viewNamed = (name: string) => dataViewOf(name) as DataViewDefinition;
/** Of members. */
export const readGroups: readonly Group[] = [
  {
    of: member,
    call: (id) => ({ target: read, parameters: { id } }),
    spoil: {
      "of an unknown object": (good) => ({ ...good, parameters: unknown({ of: member }) }),
      "of no object": (good) => ({ ...good, parameters: { id: "MEM-1" } }),
    },
  },
  ...["MemberBalances", "GetMemberByBusinessKeys", "RedemptionItemsByMember"].map((name) =>
    viewGroup(view, viewNamed(name)),
  ),
  viewGroup(count, viewNamed("RedemptionItemsByMember")),
];
