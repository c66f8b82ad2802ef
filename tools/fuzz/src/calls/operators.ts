import { deadLetterReasons, discardContent, parseContent, replayContent, stagedClasses } from "@rewards/domain";
import fc from "fast-check";
import { hostileSegment, mixed, words } from "../hostile/values.ts";
import { arbitraryOf } from "../schema/arbitrary.ts";
import type { TextAt } from "../schema/place.ts";
import { idMark } from "../world/mark.ts";
import { attempt, type Draw, drawsOf, type Kind, keysComplaint, show } from "./kind.ts";

const place = { className: "", path: [] };
const reasons = fc.constantFrom(...Object.keys(deadLetterReasons));
const classes = fc.constantFrom(...stagedClasses);
const textOfReplay: TextAt = ({ path: [name] }) =>
  name === "reason" ? reasons : name === "class" ? classes : undefined;
const replayBody = arbitraryOf(replayContent, place, textOfReplay);
const discardBody = arbitraryOf(discardContent, place, () => undefined);

/** An ID of a record that is not a dead letter, since nothing fails in this run; or an ID of no record. */
const id = fc.oneof(classes.chain(idMark), hostileSegment);
const queries = [
  ...words("?limit=1 ?limit=0 ?limit=501 ?limit=1e2 ?limit=1&limit=2 ?class=SaleCase ?class=Store"),
  ...words("?class=__proto__ ?reason= ?reason=%00 ?cursor=STO-1 ?cursor=%ff ?__proto__=1 ?limit=%F0%9F"),
  `?cursor=SALE-${"0".repeat(32)}`,
];
const listDraws = fc.oneof(drawsOf(true), drawsOf(false, {}, { query: fc.constantFrom(...queries) }));

/** Calls of operators, which need a token. One in six comes without. */
function operatorKind(
  method: string,
  path: string,
  draws: fc.Arbitrary<Draw>,
  more: Pick<Kind, "judge" | "hasBody">,
): Kind {
  const byStrangers = draws.map((draw): Draw => ({ ...draw, isStranger: true, isSound: false }));
  return { method, pattern: `/dead-letters${path}`, draws: () => mixed([5, draws], [1, byStrangers]), ...more };
}

export const operatorKinds: readonly Kind[] = [
  operatorKind("GET", "", listDraws, {
    judge: (_asked, body) => keysComplaint(body, ["deadLetters", "cursor", "counts"]),
  }),
  operatorKind("POST", "/replay", drawsOf(true, {}, { body: replayBody }), {
    hasBody: true,
    judge: (asked, body) =>
      attempt(() => parseContent(replayContent, asked.body))
        ? keysComplaint(body, ["replayed", "remaining"])
        : "replayed what the definitions refuse",
  }),
  // A discarded record is shown too, with its operator actions.
  operatorKind("GET", "/:id", drawsOf(false, { id }), {
    judge: (_asked, body) => keysComplaint(body, ["deadLetter", "objectInfo", "audit"]),
  }),
  operatorKind("POST", "/:id/replay", drawsOf(false, { id }), {
    judge: (_asked, body) => `a dead letter that does not exist: ${show(body)}`,
  }),
  // A sale that waits for its member or store is not a dead letter, but may be discarded too.
  operatorKind("POST", "/:id/discard", drawsOf(false, { id }, { body: discardBody }), {
    hasBody: true,
    judge: (asked, body) =>
      attempt(() => parseContent(discardContent, asked.body))
        ? keysComplaint(body, ["ID", "status"])
        : "discarded what the definitions refuse",
  }),
];
