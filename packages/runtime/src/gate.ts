/** Admits work while not too much of it is under way. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Refuses past `insideMax`, so that overload costs an answer and not memory. */
export function createGate(insideMax: number, onOverload: () => Error): Gate {
  let inside = 0;
  return async (work) => {
    if (inside >= insideMax) throw onOverload();
    inside += 1;
    try {
      return await work();
    } finally {
      inside -= 1;
    }
  };
}
