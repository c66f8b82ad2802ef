import { describe, expect, test } from "vitest";
import { isActor } from "./audit.ts";
import {
  deadLetterReasons,
  discardContent,
  discardedStatus,
  discardNote,
  listRowsMax,
  parseListCall,
  replayContent,
} from "./dead-letter.ts";
import { errorTable } from "./error.table.ts";
import { isFinal, moveFrom, statusesOf } from "./object.ts";
import { parseContent } from "./parse.ts";
import { stagedObjects } from "./registry.ts";

const uuid = "01900000-0000-7000-8000-000000000001";
const id = `SALE-${uuid.replaceAll("-", "")}`;

describe("a discard", () => {
  test.each(stagedObjects.map((definition) => [definition.class, definition] as const))(
    "of class %s is a move of its table, from every status that a worker handles to a final one",
    (_, definition) => {
      const open = statusesOf(definition).filter((status) => /^(New|Pending)-|Ready/.test(status));
      expect(open).toContain(definition.initial);
      for (const status of open) {
        const to = discardedStatus(definition, status);
        expect(to).toBe(moveFrom(definition, status, definition.staged?.discard ?? ""));
        expect(isFinal(definition, to ?? "none")).toBe(true);
        expect(to).toMatch(/^Resolved-/);
      }
      for (const status of statusesOf(definition).filter((one) => one.startsWith("Resolved-")))
        expect(discardedStatus(definition, status)).toBeUndefined();
    },
  );

  test("puts its code before the operator's words", () => {
    expect(discardNote("sent twice")).toBe("Error_Record_Discarded: sent twice");
    expect(parseContent(discardContent, { reason: "sent twice", more: 1 })).toEqual({ reason: "sent twice" });
  });
});

describe("a listing", () => {
  test("without parameters lists everything, at most a hundred", () => {
    const everything = { class: undefined, reason: undefined, after: undefined, limit: 100 };
    expect(parseListCall({})).toEqual(everything);
    expect(parseListCall({ class: "", reason: "", cursor: "", limit: "", other: "x" })).toEqual(everything);
  });

  test("takes a filter, a cursor and a limit", () => {
    const given = { class: "SaleCase", reason: "Error_Record_Refused", cursor: id, limit: String(listRowsMax) };
    expect(parseListCall(given)).toEqual({
      class: "SaleCase",
      reason: "Error_Record_Refused",
      after: { class: "SaleCase", uuid },
      limit: 500,
    });
  });
});

describe("a replay of all of one reason", () => {
  const parse = (content: object) => parseContent(replayContent, content);

  test("takes a rate, by default fifty a second", () => {
    const reason = "Error_Record_Refused";
    expect(parse({ reason })).toEqual({ reason, class: undefined, perSecond: 50 });
    expect(parse({ reason, class: null, perSecond: null })).toEqual({ reason, class: undefined, perSecond: 50 });
    for (const perSecond of [1, 500]) expect(parse({ reason, perSecond })).toMatchObject({ perSecond });
  });

  test("takes every reason", () => {
    for (const reason of Object.keys(deadLetterReasons)) expect(parse({ reason })).toMatchObject({ reason });
  });
});

test("a reason has the form of an error code, and means the same if it is one", () => {
  for (const [reason, meaning] of Object.entries(deadLetterReasons)) {
    expect(reason).toMatch(/^Error_[A-Z][A-Za-z]+_[A-Z][A-Za-z]+$/);
    expect(meaning).toMatch(/^[A-Z].*\.$/);
  }
  expect(Object.keys(deadLetterReasons).filter((reason) => reason in errorTable)).toEqual(["Error_Record_Refused"]);
});

test.each([
  ["ann", true],
  ["a", true],
  ["Ann Example (night shift)", true],
  ["x".repeat(64), true],
  ["x".repeat(65), false],
  ["", false],
  [" ann", false],
  ["ann ", false],
  ["a\tb", false],
  ["a\nb", false],
  ["caf\u00e9", false],
])("%j is a valid operator name: %s", (name, isName) => {
  expect(isActor(name)).toBe(isName);
});
