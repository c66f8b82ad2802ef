import { member, store } from "@rewards/domain";
import { groupBy } from "../list.ts";
import { type CallKind, replayKeyOf } from "../load/call.ts";
import { codeOf, isAccepted, type Recorded } from "../load/record.ts";
import { shopMembers } from "../servers/shop.ts";
import { askedOf, firstBreak, publicId, type Rule } from "./book.ts";
import { finding } from "./finding.ts";

const illegal = ["Error_Status_Illegal", "Error_Voucher_Expired"];
/** Reasons for which a call may be refused, apart from 503. Any other refusal is unjustified. */
const refusals: Readonly<Partial<Record<CallKind, readonly string[]>>> = {
  sale: ["Error_Key_Reused"],
  redemption: ["Error_Key_Reused"],
  member: ["Error_Key_Taken"],
  store: ["Error_Key_Taken"],
  adjust: ["Error_Balance_Insufficient"],
  pay: ["Error_Balance_Insufficient", "Error_Reference_Reused"],
  giveBack: ["Error_Payment_Unknown", "Error_Payment_Exceeded"],
  lock: illegal,
  use: illegal,
  cancel: illegal,
  // Of two merges, the first may end either member, and blocks and cards race with them.
  merge: ["Error_Status_Illegal", "Error_Member_Unknown", "Error_Member_Blocked"],
  block: ["Error_Status_Illegal"],
  unblock: ["Error_Status_Illegal"],
  addCard: ["Error_Status_Illegal", "Error_Key_Taken"],
  removeCard: ["Error_Status_Illegal", "Error_Card_Unknown"],
  // A restore may have undone its create. If anything else lost it, the check of versions finds that.
  endRule: ["Error_Object_Unknown"],
};
/** They may be blocked, or merged into others. */
const twins = shopMembers.twins.map(({ id }) => publicId(member, id));
const unavailable = ["Error_Service_Overloaded", "Error_Service_Unavailable"];
/** Keys whose bodies a fault makes Postgres refuse. */
export const refusedKey = "refused-";

/**
 * No answer is the service's own failure, every refusal has a true reason, and every overload answer says when to
 * retry.
 */
export const checkAnswers: Rule = ({ record }) =>
  record.calls.flatMap((recorded) => {
    const { call, attempts } = recorded;
    const allowed = [
      ...(refusals[call.kind] ?? []),
      ...unavailable,
      ...(twins.some((id) => call.path.includes(id)) ? ["Error_Status_Illegal"] : []),
      ...(call.idempotencyKey === undefined ? [] : ["Error_Key_Reused"]),
      ...(call.key.startsWith(refusedKey) ? ["Error_Record_Refused"] : []),
    ];
    return attempts.flatMap((attempt) => {
      const { status = 200, retryAfter } = attempt;
      if (status < 300) return [];
      if (!allowed.includes(codeOf(attempt)))
        return [finding("failed", recorded, `answered ${status} ${codeOf(attempt)} without a valid reason`)];
      return status === 503 && retryAfter === undefined
        ? [finding("failed", recorded, "a 503 without Retry-After")]
        : [];
    });
  });

/** The same key with the same body gets the first answer and tag again, whatever happened to the record since. */
export const checkRepeats: Rule = ({ record }) => {
  const keyed = record.calls.filter(({ call }) => replayKeyOf(call) !== undefined);
  const groups = groupBy(keyed, ({ call }) => `${replayKeyOf(call)} ${call.path} ${call.variant}`);
  return [...groups.values()].flatMap((group) => {
    const accepted = group.flatMap(({ attempts }) => attempts.filter(isAccepted));
    const answers = new Set(accepted.map(({ body, tag }) => JSON.stringify({ body, tag })));
    return answers.size > 1
      ? [finding("false", group[0] as Recorded, "one key got different answers", ...answers)]
      : [];
  });
};

/** A caller sees its answered write at once, over every API. */
export const checkReads: Rule = ({ record }) =>
  record.calls.flatMap((recorded) =>
    recorded.readBacks
      .filter(({ attempt, isShown }) => !isShown && !attempt.isVoid)
      .map(({ saw }) => finding("false", recorded, "a read right after it does not show it", saw)),
  );

/** Members and stores exist under the answered ID, and none exists without a request. */
export const checkCreates: Rule = (evidence) =>
  (["member", "store"] as const).flatMap((kind) =>
    askedOf(evidence, kind).flatMap((asked) => {
      const { facts } = evidence;
      const uuid = kind === "member" ? facts.members.get(asked.key) : facts.stores.get(asked.key)?.id;
      const own = uuid && publicId(kind === "member" ? member : store, uuid);
      const [id] = asked.ids;
      return firstBreak(
        asked,
        [],
        [
          [asked.ids.size > 1, "doubled", `created twice: ${[...asked.ids].join()}`],
          [id !== undefined && id !== own, "lost", `answered with ${id}, but ${own} exists`],
          [asked.isRefused && own === undefined, "false", "refused because its key is taken, but it is not"],
          [asked.isRefused && own !== undefined, "unrequested", "refused, but it exists"],
        ],
      );
    }),
  );
