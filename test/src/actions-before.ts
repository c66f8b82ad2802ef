import { type ActionDefinition, actionsOf, moveFrom } from "@rewards/domain";

/**
 * The actions after which a new object allows this one, the shortest way: none, if it allows it from its first status.
 * @throws Error if only a worker's moves lead there.
 */
export function actionsBefore({ target, transition }: ActionDefinition): readonly ActionDefinition[] {
  const ways = new Map<string, readonly ActionDefinition[]>([[target.initial, []]]);
  for (const [status, way] of ways) {
    if (moveFrom(target, status, transition) !== undefined) return way;
    for (const next of actionsOf(target)) {
      const to = moveFrom(target, status, next.transition);
      if (to !== undefined && !ways.has(to)) ways.set(to, [...way, next]);
    }
  }
  throw new Error(`no action leads to a status from which ${target.class} allows ${transition}`);
}
