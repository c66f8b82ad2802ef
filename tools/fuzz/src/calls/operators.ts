import { deadLetterReasons, discardContent, parseContent, replayContent, stagedClasses } from "@rewards/domain";
import fc from "fast-check";
import { words } from "../hostile/texts.ts";
import { arbitraryOf, type TextAt } from "../schema/arbitrary.ts";
import { idMark } from "../world/mark.ts";
import { hostileSegment } from "./ids.ts";
import { type Draw, type Kind, show, takes } from "./kind.ts";
import { keysComplaint } from "./record.ts";

const reasons = fc.constantFrom(...Object.keys(deadLetterReasons));
const classes = fc.constantFrom(...stagedClasses);
const textOfReplay: TextAt = ({ path: [name] }) =>
  name === "reason" ? reasons : name === "class" ? classes : undefined;
const place = { className: "", path: [] };

/** An ID of a record that is not a dead letter, since nothing fails in this run; or an ID of no record. */
const letterId = fc.oneof(
  fc.constantFrom(...stagedClasses).chain((name) => idMark(name)),
  hostileSegment,
);
const queries = fc.constantFrom(
  ...[
    ...words("?limit=1 ?limit=0 ?limit=501 ?limit=1e2 ?limit=1&limit=2 ?class=SaleCase ?class=Store"),
    ...words("?class=__proto__"),
  ],
  ...[
    "?reason=",
    "?reason=%00",
    "?cursor=STO-1",
    `?cursor=SALE-${"0".repeat(32)}`,
    "?cursor=%ff",
    "?__proto__=1",
    "?limit=%F0%9F",
  ],
);

/** Draws with the credential; one in six without. */
function alsoByStrangers(draws: fc.Arbitrary<Draw>): fc.Arbitrary<Draw> {
  return fc.oneof({ weight: 5, arbitrary: draws }, { weight: 1, arbitrary: draws.map(asStranger) });
}
const asStranger = (draw: Draw): Draw => ({ ...draw, isStranger: true, isSound: false });

interface OperatorKind extends Pick<Kind, "method" | "pattern" | "judge"> {
  readonly draws: fc.Arbitrary<Draw>;
  readonly hasBody?: true;
}

function operatorKind({ draws, hasBody, ...kind }: OperatorKind): Kind {
  return { ...kind, hasBody: hasBody === true, draws: () => alsoByStrangers(draws), refusals: [] };
}

const ofOne = letterId.map((id): Draw => ({ parameters: { id }, body: undefined, isSound: false }));

/** A discarded record is shown too, with its operator actions. */
const inspect = operatorKind({
  method: "GET",
  pattern: "/dead-letters/:id",
  draws: ofOne,
  judge: (_asked, { body }) => keysComplaint(body, ["deadLetter", "objectInfo", "audit"]),
});

const replay = operatorKind({
  method: "POST",
  pattern: "/dead-letters/:id/replay",
  draws: ofOne,
  judge: (_asked, { body }) => `a dead letter that does not exist: ${show(body)}`,
});

/** A sale that waits for its member or store is not a dead letter, but may be discarded too. */
const discard = operatorKind({
  method: "POST",
  pattern: "/dead-letters/:id/discard",
  hasBody: true,
  draws: fc.record({
    parameters: fc.record({ id: letterId }),
    body: arbitraryOf(discardContent, place, () => undefined),
    isSound: fc.constant(false),
  }),
  judge: (asked, { body }) =>
    takes(() => parseContent(discardContent, asked.body))
      ? keysComplaint(body, ["ID", "status"])
      : "discarded what the definitions refuse",
});

const list = operatorKind({
  method: "GET",
  pattern: "/dead-letters",
  draws: fc.oneof(
    fc.constant<Draw>({ parameters: {}, body: undefined, isSound: true }),
    queries.map((query): Draw => ({ parameters: {}, body: undefined, query, isSound: false })),
  ),
  judge: (_asked, { body }) => keysComplaint(body, ["deadLetters", "cursor", "counts"]),
});

const replayAll = operatorKind({
  method: "POST",
  pattern: "/dead-letters/replay",
  hasBody: true,
  draws: arbitraryOf(replayContent, place, textOfReplay).map((body) => ({ parameters: {}, body, isSound: true })),
  judge: (asked, { body }) =>
    takes(() => parseContent(replayContent, asked.body))
      ? keysComplaint(body, ["replayed", "remaining"])
      : "replayed what the definitions refuse",
});

/** Operator calls, which need a token. */
export const operatorKinds: readonly Kind[] = [list, replayAll, inspect, replay, discard];
