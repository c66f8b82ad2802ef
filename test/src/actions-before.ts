import { type ActionDefinition, actionsOf, moveFrom } from "@rewards/domain";

/**
 * The actions after which a new object allows this one, the shortest way: none, if it allows it from its first status, or
 * once its worker has moved it from there.
 * @throws Error if only other moves of workers lead there.
 */
export function actionsBefore({ target, transition }: ActionDefinition): readonly ActionDefinition[] {
  const own = actionsOf(target);
  const byWorker = Object.values(target.transitions).filter(
    (move) =>
      move.from.includes(target.initial) && !own.some((action) => target.transitions[action.transition] === move),
  );
  const begins = [target.initial, ...byWorker.flatMap(({ to }) => to ?? [])];
  const ways = new Map<string, readonly ActionDefinition[]>(begins.map((status) => [status, []]));
  for (const [status, way] of ways) {
    if (moveFrom(target, status, transition) !== undefined) return way;
    for (const next of own) {
      const to = moveFrom(target, status, next.transition);
      if (to !== undefined && !ways.has(to)) ways.set(to, [...way, next]);
    }
  }
  throw new Error(`no action leads to a status from which ${target.class} allows ${transition}`);
}
