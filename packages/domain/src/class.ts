import type { ActionDefinition } from "./action.ts";
import type { DataViewDefinition } from "./data-view.ts";
import type { ObjectDefinition } from "./object.ts";

/** Everything that a class's folder defines: its object, the actions on it, and the data views of its records. */
export interface ClassDefinition {
  readonly object: ObjectDefinition;
  readonly actions: readonly ActionDefinition[];
  readonly views: readonly DataViewDefinition[];
}

/** @throws Error if an action or a view belongs to another class. */
export function defineClass(definition: ClassDefinition): ClassDefinition {
  const { object, actions, views } = definition;
  const named = [
    ...actions.map(({ name, target }) => [name, target.class] as const),
    ...views.map(({ name, record }) => [name, record.class] as const),
  ];
  const [name, owner] = named.find(([, className]) => className !== object.class) ?? [];
  if (name !== undefined) throw new Error(`${name} is defined for ${owner}, but listed with ${object.class}`);
  return definition;
}
