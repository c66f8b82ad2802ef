import { member, store } from "@rewards/domain";
import { groupBy } from "../list.ts";
import { type CallKind, replayKeyOf } from "../load/call.ts";
import { codeOf, isAccepted, type Recorded } from "../load/record.ts";
import { answeredIds, askedOf, finding, findingOf, publicId, type Rule } from "./book.ts";

/** Reasons for which a call may be refused, apart from 503. Any other refusal is unjustified. */
const refusals: Readonly<Record<CallKind, readonly string[]>> = {
  sale: ["Error_Key_Reused"],
  redemption: ["Error_Key_Reused"],
  member: ["Error_Key_Taken"],
  store: ["Error_Key_Taken"],
  segment: [],
  adjust: ["Error_Balance_Insufficient"],
  stock: [],
  lock: ["Error_Status_Illegal", "Error_Voucher_Expired"],
  use: ["Error_Status_Illegal", "Error_Voucher_Expired"],
  edit: [],
};
const unavailable = ["Error_Service_Overloaded", "Error_Service_Unavailable"];
/** Keys whose bodies a fault makes Postgres refuse. */
export const refusedKey = "refused-";

/**
 * No answer is the service's own failure, every refusal has a true reason, and every overload answer says when to
 * retry.
 */
export const checkAnswers: Rule = (evidence) =>
  evidence.record.calls.flatMap((recorded) => {
    const { call, attempts } = recorded;
    const allowed = [
      ...refusals[call.kind],
      ...unavailable,
      ...(call.idempotencyKey === undefined ? [] : ["Error_Key_Reused"]),
      ...(call.key.startsWith(refusedKey) ? ["Error_Record_Refused"] : []),
    ];
    return attempts.flatMap((attempt) => {
      const { status = 200 } = attempt;
      if (status < 300) return [];
      if (!allowed.includes(codeOf(attempt)))
        return [findingOf("failed", recorded, `answered ${status} ${codeOf(attempt)} without a valid reason`)];
      if (status === 503 && attempt.retryAfter === undefined)
        return [findingOf("failed", recorded, "a 503 without Retry-After")];
      return [];
    });
  });

/** The same key with the same body gets the first answer and tag again, whatever happened to the record since. */
export const checkRepeats: Rule = ({ record }) => {
  const keyed = record.calls.filter(({ call }) => replayKeyOf(call) !== undefined);
  return [...groupBy(keyed, ({ call }) => `${replayKeyOf(call)} ${call.path} ${call.variant}`).values()].flatMap(
    (group) => {
      const answers = group.flatMap(({ attempts }) =>
        attempts.filter(isAccepted).map(({ body, tag }) => JSON.stringify({ body, tag })),
      );
      if (new Set(answers).size <= 1) return [];
      return [findingOf("false", group[0] as Recorded, "one key got different answers", ...new Set(answers))];
    },
  );
};

/** A caller sees its answered write at once, over every API. */
export const checkReads: Rule = (evidence) =>
  evidence.record.calls.flatMap((recorded) =>
    recorded.readBacks
      .filter(({ attempt, isShown }) => !isShown && !attempt.isVoid)
      .map(({ saw }) => findingOf("false", recorded, "a read right after it does not show it", saw)),
  );

/** Members and stores exist under the answered ID, and none exists without a request. */
export const checkCreates: Rule = (evidence) =>
  (["member", "store"] as const).flatMap((kind) =>
    askedOf(evidence, kind).flatMap((asked) => {
      const { facts } = evidence;
      const uuid = kind === "member" ? facts.members.get(asked.key) : facts.stores.get(asked.key)?.id;
      const own = uuid && publicId(kind === "member" ? member : store, uuid);
      const ids = answeredIds(asked);
      if (ids.size > 1) return [finding("doubled", asked, `created twice: ${[...ids].join()}`)];
      const [id] = ids;
      if (id !== undefined && id !== own) return [finding("lost", asked, `answered with ${id}, but ${own} exists`)];
      if (own === undefined && asked.unknown.length === 0)
        return [finding("false", asked, "refused because its key is taken, but it is not")];
      if (own !== undefined && ids.size === 0 && asked.unknown.length === 0)
        return [finding("unrequested", asked, "refused, but it exists")];
      return [];
    }),
  );
