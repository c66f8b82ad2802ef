import { describe, expect, test } from "vitest";
import { defineObject, expiryOf, isFinal, moveFrom, type ObjectDefinition, statusesOf } from "./object.ts";
import { actions, objectOfClass, objects } from "./registry.ts";

function workerMovesOf(definition: ObjectDefinition): string[] {
  const ofActions = actions.filter((action) => action.target.class === definition.class);
  return Object.keys(definition.transitions).filter(
    (name) => !ofActions.some(({ transition, otherTransition }) => [transition, otherTransition].includes(name)),
  );
}

const allMoves = [...new Set(objects.flatMap((definition) => Object.keys(definition.transitions))), "unknown", ""];
const byClass = objects.map((definition) => [definition.class, definition] as const);

function reachableFrom(definition: ObjectDefinition): Set<string> {
  const reached = new Set([definition.initial]);
  for (const status of reached)
    for (const name of allMoves) {
      const to = moveFrom(definition, status, name);
      if (to !== undefined) reached.add(to);
    }
  return reached;
}

test("a move is allowed from the statuses that it names, and refused from every other", () => {
  const definition = {
    initial: "A",
    transitions: { go: { from: ["A", "B"], to: "C" } },
  } as unknown as ObjectDefinition;
  const taken = ["A", "B", "C", ""].map((status) => moveFrom(definition, status, "go"));
  expect(taken).toEqual(["C", "C", undefined, undefined]);
  expect(moveFrom(definition, "A", "stay")).toBeUndefined();
});

describe.each(byClass)("the states of %s", (_, definition) => {
  test("are all reachable from the first", () => {
    const named = Object.values(definition.transitions).flatMap((move) => [
      ...move.from,
      ...(move.to === undefined ? [] : [move.to]),
    ]);
    expect([...reachableFrom(definition)].sort()).toEqual([...new Set([definition.initial, ...named])].sort());
    expect(statusesOf(definition).sort()).toEqual([...reachableFrom(definition)].sort());
  });

  test("are final once resolved, but for a rule that a file lists again, and a redemption that is cancelled", () => {
    const leaving = definition.class === "RedemptionCase" ? ["cancel"] : ["reopen"];
    for (const status of statusesOf(definition).filter((one) => one.startsWith("Resolved-")))
      for (const name of allMoves.filter((one) => !leaving.includes(one)))
        expect(moveFrom(definition, status, name)).toBeUndefined();
  });

  test("have the form category-stage", () => {
    for (const status of statusesOf(definition))
      expect(status).toMatch(/^(New|Open|Pending|Resolved)-[A-Z][A-Za-z ]+$/);
  });

  test("make the object staged exactly if callers create it and a worker moves it from its first status", () => {
    const first = workerMovesOf(definition).filter((name) => moveFrom(definition, definition.initial, name));
    expect(definition.staged !== undefined).toBe(definition.path !== null && first.length > 0);
  });
});

test.each(objects.map((definition) => [definition.class, definition] as const))(
  "%s expires, if it does, by a move of its table at an instant of its row",
  (_, definition) => {
    const { expires, fields } = definition;
    const expiry = expiryOf(definition);
    if (!expires) return expect(expiry).toBeUndefined();
    expect(expiry).toEqual({ ...expires, ...definition.transitions[expires.move] });
    expect(fields[expires.at]).toMatchObject({ type: "timestamp", store: "column" });
    expect(isFinal(definition, expiry?.to ?? "")).toBe(true);
  },
);

test("the move of every action is in its target's table", () => {
  for (const { name, target, transition } of actions)
    expect([name, Object.keys(objectOfClass(target.class)?.transitions ?? {})]).toEqual([
      name,
      expect.arrayContaining([transition]),
    ]);
});

test("a definition's content schema is that of its fields", () => {
  const none = defineObject({
    class: "None",
    path: null,
    noun: "none",
    idPrefix: "NON",
    fields: {},
    initial: "Open-Active",
    transitions: {},
    created: { shape: [], note: "" },
  });
  expect(none.content.parse({ Any: 1 })).toEqual({});
  expect(statusesOf(none)).toEqual(["Open-Active"]);
});
