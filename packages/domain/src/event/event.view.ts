import { z } from "zod";
import { defineComputedView } from "../data-view.ts";
import { composed, derived, input, rareText } from "../field.ts";
import { defineRecord } from "../record.ts";
import { itemsSchema, oneOfSchema, textSchema } from "../schema.ts";
import { type EventKind, eventKindNames, eventKinds } from "./event.kind.ts";

/** Something that happened, as callers get it. */
export const eventRecord = defineRecord({
  class: "Event",
  idPrefix: "EVT",
  isComputed: true,
  fields: {
    Type: derived("text", { text: "Its kind.", example: "sale.completed" }),
    Timestamp: derived("timestamp", { text: "When it happened.", example: "2026-11-21T13:31:49.313Z" }),
    Sequence: derived("integer", { text: "Its number: 1 for the first event of all, without a gap.", example: 4_711 }),
    Position: derived("text", { text: "The place after it, for `After`.", example: "AAAAAAAAEmeSo1cP" }),
    Data: composed(z.looseObject({ sequence: z.number(), ID: z.string() }), {
      text: "What it is about. `sequence` is the event's number, `ID` the record's; the rest depends on the kind (docs/events.md).",
      example: { sequence: 4_711, ID: "SALE-01a1fe4e5130747296a822878b7abcfa", Status: "Resolved-Completed" },
    }),
  },
});

/** The most events of one call. */
export const eventsMax = 1_000;

/** The events after a place, in their order. */
export const eventsSince = defineComputedView({
  name: "EventsSince",
  record: eventRecord,
  parameters: {
    Kinds: input(
      { text: "The kinds to read.", example: ["sale.completed", "balance.changed"] },
      "list",
      itemsSchema(oneOfSchema(eventKindNames), eventKindNames.length),
    ),
    After: rareText(textSchema(), {
      text: "`NextPosition` of the answer before, or the `Position` of an event. Left out: from the first event that is kept.",
      example: "AAAAAAAAEmeSo1cP",
    }),
    From: rareText(oneOfSchema(["end"]), {
      text: "`end`: only what happens from now on. Not together with After.",
      example: "end",
    }),
  },
  computes: "events-since",
  refusals: ["Error_Position_Lost", "Error_Position_Expired"],
  demands: ({ Kinds }) => (Kinds as readonly EventKind[]).map((kind) => eventKinds[kind].right),
});

/** The parsed parameters of EventsSince. */
export interface EventsSinceContent {
  readonly Kinds: readonly EventKind[];
  readonly After?: string;
  readonly From?: "end";
}
