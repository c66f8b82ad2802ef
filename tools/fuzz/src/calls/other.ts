import fc from "fast-check";
import { hostileSegment } from "./ids.ts";
import type { Draw, Kind } from "./kind.ts";

const body = fc.constantFrom<unknown>({}, { content: null }, { content: {} }, []);

/**
 * An endpoint whose calls are not known here: gets unknown names and any body, and must keep the rules of every
 * endpoint. The report names it.
 */
export function otherKind(method: string, pattern: string): Kind {
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const parameters = fc.record(Object.fromEntries(names.map((name) => [name, hostileSegment])), {
    noNullPrototype: true,
  });
  const isRead = method === "GET";
  return {
    method,
    pattern,
    hasBody: false,
    draws: () =>
      fc.record({
        parameters,
        body: isRead ? fc.constant(undefined) : body,
        isSound: fc.constant(false),
      }) as fc.Arbitrary<Draw>,
    judge: () => undefined,
    refusals: [],
  };
}
