import { deadLetterReasons, discardContent, listRowsMax, replayContent, sale, stagedClasses } from "@rewards/domain";
import { operatorRoot } from "../context.ts";
import type { Call } from "./call.ts";
import { inputSchema } from "./json-schema.ts";
import { closed, type Schema, schemaRef } from "./openapi.types.ts";
import { idParameter } from "./samples.ts";

const root = `${operatorRoot}/dead-letters`;
const text = { type: "string" };
const timestamp = { type: "string", format: "date-time" };
const query = (name: string, description: string, schema: Schema): Schema => ({
  name,
  in: "query",
  description,
  schema,
});

export const operatorSchemas = (): Record<string, Schema> => ({
  DeadLetterReason: { type: "string", enum: Object.keys(deadLetterReasons) },
  DeadLetter: closed({
    ID: text,
    class: { type: "string", enum: stagedClasses },
    reason: schemaRef("DeadLetterReason"),
    error: { ...text, description: "What went wrong, without what the record holds." },
    attempts: { type: "integer" },
    firstAt: timestamp,
    lastAt: timestamp,
    job: text,
    trace: text,
  }),
  DeadLetterPage: closed({
    deadLetters: { type: "array", items: schemaRef("DeadLetter") },
    cursor: { type: ["string", "null"], description: "Of the next page; null where this is the last." },
    counts: {
      type: "array",
      description: "Of all dead letters, whatever the filter.",
      items: closed({ class: text, reason: schemaRef("DeadLetterReason"), count: { type: "integer" } }),
    },
  }),
  DeadLetterInspection: closed({
    deadLetter: { anyOf: [schemaRef("DeadLetter"), { type: "null" }] },
    objectInfo: schemaRef("ObjectInfo"),
    audit: {
      type: "array",
      description: "What operators did with it, the latest first.",
      items: closed({ at: timestamp, actor: text, operation: text, reason: text, detail: { type: "object" } }),
    },
  }),
  ReplayContent: inputSchema(replayContent),
  ReplayAnswer: closed({
    replayed: { type: "integer" },
    remaining: { type: "integer", description: "Left for another call." },
  }),
  ReplayOneAnswer: closed({ ID: text, replayed: { type: "integer", const: 1 } }),
  DiscardContent: inputSchema(discardContent),
  DiscardAnswer: closed({ ID: text, status: text }),
});

const shared = { tag: "Dead letters", isForOperators: true } as const;
const answer = (name: string, description: string) => ({ status: 200, description, schema: schemaRef(name) });

export const operatorCalls: readonly Call[] = [
  {
    ...shared,
    id: "deadLetters.list",
    method: "get",
    path: root,
    summary: "List dead letters",
    description: "Records that no stage could settle, and how many there are of each class and reason.",
    kind: "Operator",
    refusals: ["Error_Parameter_Type"],
    parameters: [
      query("class", "Of this class alone.", { type: "string", enum: stagedClasses }),
      query("reason", "Of this reason alone.", schemaRef("DeadLetterReason")),
      query("cursor", "The `cursor` of the page before.", text),
      query("limit", "Most dead letters of the answer.", {
        type: "integer",
        minimum: 1,
        maximum: listRowsMax,
        default: 100,
      }),
    ],
    answer: answer("DeadLetterPage", "A page of dead letters."),
  },
  {
    ...shared,
    id: "deadLetters.get",
    method: "get",
    path: `${root}/{ID}`,
    summary: "Inspect a dead letter",
    description: "Why it is one, the record, and what operators did with it.",
    kind: "Operator",
    refusals: ["Error_Object_Unknown", "Error_DeadLetter_Unknown"],
    parameters: [idParameter(sale)],
    answer: answer("DeadLetterInspection", "The dead letter."),
  },
  {
    ...shared,
    id: "deadLetters.replay",
    method: "post",
    path: `${root}/{ID}/replay`,
    summary: "Replay a dead letter",
    description: "Makes the record pending again, and enqueues it at once.",
    kind: "Operator",
    refusals: ["Error_Object_Unknown", "Error_DeadLetter_Gone"],
    parameters: [idParameter(sale)],
    answer: answer("ReplayOneAnswer", "It is pending again."),
  },
  {
    ...shared,
    id: "deadLetters.discard",
    method: "post",
    path: `${root}/{ID}/discard`,
    summary: "Discard a dead letter",
    description: "Gives the record up, with a reason that its ConfirmationNote then tells.",
    kind: "OperatorBody",
    refusals: ["Error_Object_Unknown", "Error_DeadLetter_Gone", "Error_Status_Illegal"],
    parameters: [idParameter(sale)],
    body: { schema: schemaRef("DiscardContent"), example: { reason: "sent by a broken till" } },
    answer: answer("DiscardAnswer", "It is discarded."),
  },
  {
    ...shared,
    id: "deadLetters.replayAll",
    method: "post",
    path: `${root}/replay`,
    summary: "Replay dead letters of a reason",
    description: "Makes all of them pending again, at a pace. Answers at once; the pace is kept by the workers.",
    kind: "OperatorBody",
    body: { schema: schemaRef("ReplayContent"), example: { reason: "Error_Record_Refused", perSecond: 20 } },
    answer: answer("ReplayAnswer", "How many follow, and how many remain."),
  },
];
