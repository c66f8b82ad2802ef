import {
  deadLetterReasons,
  discardContent,
  listRowsMax,
  operatorRight,
  replayContent,
  sale,
  stagedClasses,
} from "@rewards/domain";
import { operatorRoot } from "../call.ts";
import type { Call } from "./call.ts";
import { closed, inputSchema, type Schema, schemaRef } from "./json-schema.ts";
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

export const deadLetterSchemas: Record<string, Schema> = {
  DeadLetterReason: { type: "string", enum: Object.keys(deadLetterReasons) },
  DeadLetter: closed({
    ID: text,
    class: { type: "string", enum: stagedClasses },
    reason: schemaRef("DeadLetterReason"),
    error: { ...text, description: "What went wrong, without any content of the record." },
    attempts: { type: "integer" },
    firstAt: timestamp,
    lastAt: timestamp,
    job: text,
    trace: text,
  }),
  DeadLetterPage: closed({
    deadLetters: { type: "array", items: schemaRef("DeadLetter") },
    cursor: { type: ["string", "null"], description: "Fetches the next page; null on the last page." },
    counts: {
      type: "array",
      description: "Counts of all dead letters; the filter does not apply.",
      items: closed({ class: text, reason: schemaRef("DeadLetterReason"), count: { type: "integer" } }),
    },
  }),
  DeadLetterInspection: closed({
    deadLetter: { anyOf: [schemaRef("DeadLetter"), { type: "null" }] },
    objectInfo: schemaRef("ObjectInfo"),
    audit: {
      type: "array",
      description: "What operators did with the record, latest first.",
      items: closed({
        at: timestamp,
        actor: text,
        origin: { ...text, description: "The network of the call, or the machine of a command." },
        requestId: text,
        operation: text,
        reason: text,
        detail: { type: "object" },
      }),
    },
  }),
  ReplayContent: inputSchema(replayContent),
  ReplayAnswer: closed({
    replayed: { type: "integer" },
    remaining: { type: "integer", description: "The number of dead letters that are left for another call." },
  }),
  ReplayOneAnswer: closed({ ID: text, replayed: { type: "integer", const: 1 } }),
  DiscardContent: inputSchema(discardContent),
  DiscardAnswer: closed({ ID: text, status: text }),
};

const shared = { tag: "Dead letters", isForOperators: true } as const;
const answer = (name: string, description: string) => ({ status: 200, description, schema: schemaRef(name) });

export const deadLetterCalls: readonly Call[] = [
  {
    ...shared,
    id: "deadLetters.list",
    rights: [operatorRight("list")],
    method: "get",
    path: root,
    summary: "List dead letters",
    description: "Lists records whose processing failed at every attempt, with counts by class and reason.",
    kind: "Operator",
    refusals: ["Error_Parameter_Type"],
    parameters: [
      query("class", "Only dead letters of this class.", { type: "string", enum: stagedClasses }),
      query("reason", "Only dead letters with this reason.", schemaRef("DeadLetterReason")),
      query("cursor", "The `cursor` of the previous page.", text),
      query("limit", "The maximum number of dead letters in the answer.", {
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
    rights: [operatorRight("inspect")],
    method: "get",
    path: `${root}/{ID}`,
    summary: "Inspect a dead letter",
    description: "Returns the record, the reason of its failure, and what operators did with it.",
    kind: "Operator",
    refusals: ["Error_Object_Unknown", "Error_DeadLetter_Unknown"],
    parameters: [idParameter(sale)],
    answer: answer("DeadLetterInspection", "The dead letter."),
  },
  {
    ...shared,
    id: "deadLetters.replay",
    rights: [operatorRight("replay")],
    method: "post",
    path: `${root}/{ID}/replay`,
    summary: "Replay a dead letter",
    description: "Makes the record pending again and enqueues it at once.",
    kind: "Operator",
    refusals: ["Error_Object_Unknown", "Error_DeadLetter_Gone"],
    parameters: [idParameter(sale)],
    answer: answer("ReplayOneAnswer", "The record is pending again."),
  },
  {
    ...shared,
    id: "deadLetters.discard",
    rights: [operatorRight("discard")],
    method: "post",
    path: `${root}/{ID}/discard`,
    summary: "Discard a dead letter",
    description: "Rejects the record for good. Its ConfirmationNote gets the reason.",
    kind: "OperatorBody",
    refusals: ["Error_Object_Unknown", "Error_DeadLetter_Gone", "Error_Status_Illegal"],
    parameters: [idParameter(sale)],
    body: { schema: schemaRef("DiscardContent"), example: { reason: "sent by a broken till" } },
    answer: answer("DiscardAnswer", "The record is discarded."),
  },
  {
    ...shared,
    id: "deadLetters.replayAll",
    rights: [operatorRight("replay")],
    method: "post",
    path: `${root}/replay`,
    summary: "Replay dead letters of a reason",
    description:
      "Makes all dead letters of a reason pending again, at the given pace. The call answers at once; workers keep the pace.",
    kind: "OperatorBody",
    body: { schema: schemaRef("ReplayContent"), example: { reason: "Error_Record_Refused", perSecond: 20 } },
    answer: answer("ReplayAnswer", "The number that is replayed, and the number that is left."),
  },
];
