import { describe, expect, test } from "vitest";
import { defineObject, moveFrom, type ObjectDefinition, statusesOf } from "./object.ts";
import { actions, objectOfClass, objects } from "./registry.ts";

/** Every move of these classes, as `from -name> to`. Other classes may exist. */
const moves: Record<string, readonly string[]> = {
  Store: ["Open-Active -edit> Open-Active"],
  Member: ["Open-Active -edit> Open-Active", "Open-Active -adjustBalance> Open-Active"],
  Product: ["Open-Active -edit> Open-Active", "Open-Active -delete> Resolved-Deleted"],
  Reward: ["Open-Active -addStock> Open-Active", "Open-Active -delete> Resolved-Deleted"],
  SaleCase: [
    "Pending-Ready To Process -complete> Resolved-Completed",
    "Pending-Ready To Process -reject> Resolved-Rejected",
    "Pending-Ready To Process -await> Pending-Awaiting Reference",
    "Pending-Awaiting Reference -complete> Resolved-Completed",
    "Pending-Awaiting Reference -reject> Resolved-Rejected",
    "Pending-Awaiting Reference -await> Pending-Awaiting Reference",
  ],
  RedemptionCase: [
    "Open-Ready To Process -complete> Resolved-Completed",
    "Open-Ready To Process -reject> Resolved-Rejected",
  ],
  RedemptionItemCase: [
    "Open-Available With Expiry -lock> Open-Active",
    "Open-Available With Expiry -use> Resolved-Completed",
    "Open-Available With Expiry -expire> Resolved-Expired",
    "Open-Active -use> Resolved-Completed",
    "Open-Active -expire> Resolved-Expired",
  ],
  SegmentCase: [
    "New-Segment Case creation -open> Open-Active",
    "New-Segment Case creation -deactivate> Resolved-Inactive",
    "Open-Active -deactivate> Resolved-Inactive",
  ],
};

/** The moves of these classes that no action makes, but a worker. */
const workerMoves: Record<string, readonly string[]> = {
  SaleCase: ["complete", "reject", "await"],
  RedemptionCase: ["complete", "reject"],
  RedemptionItemCase: ["expire"],
  SegmentCase: ["open"],
};

function workerMovesOf(definition: ObjectDefinition): string[] {
  const ofActions = actions.filter((action) => action.target.class === definition.class);
  return Object.keys(definition.transitions).filter((name) => !ofActions.some(({ transition }) => transition === name));
}

const allStatuses = [...new Set(objects.flatMap(statusesOf)), "Resolved-Unknown", ""];
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

test("every class in these tables exists", () => {
  const classes = objects.map((definition) => definition.class);
  expect(classes).toEqual(expect.arrayContaining(Object.keys(moves)));
});

describe.each(byClass)("the states of %s", (className, definition) => {
  test.runIf(className in moves)("every status × move in the table is allowed, and every other is refused", () => {
    const taken = allStatuses.flatMap((status) =>
      allMoves.flatMap((name) => {
        const to = moveFrom(definition, status, name);
        return to === undefined ? [] : [`${status} -${name}> ${to}`];
      }),
    );
    expect(taken.sort()).toEqual([...(moves[className] ?? [])].sort());
  });

  test("are all reachable from the first", () => {
    const named = Object.values(definition.transitions).flatMap((move) => [...move.from, move.to]);
    expect([...reachableFrom(definition)].sort()).toEqual([...new Set([definition.initial, ...named])].sort());
    expect(statusesOf(definition).sort()).toEqual([...reachableFrom(definition)].sort());
  });

  test("are final once resolved", () => {
    for (const status of statusesOf(definition).filter((one) => one.startsWith("Resolved-")))
      for (const name of allMoves) expect(moveFrom(definition, status, name)).toBeUndefined();
  });

  test("have the form category-stage", () => {
    for (const status of statusesOf(definition))
      expect(status).toMatch(/^(New|Open|Pending|Resolved)-[A-Z][A-Za-z ]+$/);
  });

  test.runIf(className in moves)("are changed by the moves of the worker in the table, and by actions", () => {
    expect(workerMovesOf(definition)).toEqual(workerMoves[className] ?? []);
  });

  test("make the object staged exactly if callers create it and a worker moves it from its first status", () => {
    const first = workerMovesOf(definition).filter((name) => moveFrom(definition, definition.initial, name));
    expect(definition.staged !== undefined).toBe(definition.path !== null && first.length > 0);
  });
});

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
