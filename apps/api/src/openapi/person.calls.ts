import { erasureContent, exportContent, operatorRight } from "@rewards/domain";
import { operatorRoot } from "../call.ts";
import type { Call } from "./call.ts";
import { closed, inputSchema, type Schema, schemaRef } from "./json-schema.ts";

const root = `${operatorRoot}/members`;
const text = { type: "string" };

export const personSchemas: Record<string, Schema> = {
  ExportContent: inputSchema(exportContent),
  ExportAnswer: closed({
    rows: {
      type: "array",
      items: closed({ table: text, row: { type: "object", description: "The columns by name." } }),
    },
  }),
  ErasureContent: inputSchema(erasureContent),
  ErasureAnswer: closed({
    erased: { type: "integer" },
    unknown: { type: "array", items: text, description: "The ExternalIDs that nothing has." },
    unanalyzed: {
      type: "array",
      items: text,
      description:
        "The tables whose statistics may still have values of the erased people: analyze them as their owner.",
    },
  }),
};

const shared = { tag: "Members", isForOperators: true, method: "post", kind: "OperatorBody" } as const;
const answer = (name: string, description: string) => ({ status: 200, description, schema: schemaRef(name) });

export const personCalls: readonly Call[] = [
  {
    ...shared,
    id: "members.export",
    rights: [operatorRight("export")],
    path: `${root}/export`,
    summary: "Export what is held about a person",
    description: "Returns all rows that the service holds about the person with this ExternalID. The audit records it.",
    refusals: ["Error_Object_Unknown", "Error_Export_TooLarge"],
    body: { schema: schemaRef("ExportContent"), example: { externalID: "M-1001" } },
    answer: answer("ExportAnswer", "The rows."),
  },
  {
    ...shared,
    id: "members.erase",
    rights: [operatorRight("erase")],
    path: `${root}/erase`,
    summary: "Erase people",
    description:
      "Clears the personal fields of each person, and replaces the ExternalID and the voucher codes in all records. Balances and ledger stay. This cannot be undone. Safe to repeat.",
    body: { schema: schemaRef("ErasureContent"), example: { externalIDs: ["M-1001"] } },
    answer: answer("ErasureAnswer", "How many are erased, and which were not found."),
  },
];
