import { isDeepStrictEqual } from "node:util";
import { type ServedEndpoint, servedEndpoints } from "@rewards/api";
import fc from "fast-check";
import { hostileSegment } from "../hostile/values.ts";
import { actionKinds } from "./actions.ts";
import { importKinds } from "./imports.ts";
import { drawsOf, type Kind, show } from "./kind.ts";
import { objectKinds } from "./objects.ts";
import { operatorKinds } from "./operators.ts";
import { viewKinds } from "./views.ts";

/** An endpoint whose answer is always the same. */
const fixed = (pattern: string, expected: object): Kind => ({
  method: "GET",
  pattern,
  draws: () => drawsOf(true),
  judge: (_asked, body) => (isDeepStrictEqual(body, expected) ? undefined : `not ${show(expected)}`),
});

export const root = fixed("/", {
  name: "Rewards",
  reference: "/reference",
  openapi: "/openapi.json",
  integrate: "/docs/integrate",
  interface: "/docs/interface",
  readiness: "/readyz",
  documentation: "docs/README.md",
});

const known: readonly Kind[] = [
  ...objectKinds,
  ...importKinds,
  ...actionKinds,
  ...viewKinds,
  root,
  fixed("/livez", { status: "ok" }),
  fixed("/readyz", { status: "ok", postgres: "up", queue: "up" }),
  ...operatorKinds,
];

/**
 * An endpoint whose calls are not known here: gets unknown names and any body, and must keep the rules of every
 * endpoint.
 */
function unknownKind(method: string, pattern: string): Kind {
  const parameters = [...pattern.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, hostileSegment]);
  const body = fc.constantFrom<unknown>({}, { content: null }, { content: {} }, []);
  const draws = drawsOf(false, Object.fromEntries(parameters), method === "GET" ? {} : { body });
  return { method, pattern, draws: () => draws };
}

/** A method of an endpoint that the service serves, and its kind of call. */
export interface Target {
  readonly endpoint: ServedEndpoint;
  readonly kind: Kind;
}

/** Every served endpoint, by the service's list, except files: requests cannot change those. */
export const targets: readonly Target[] = servedEndpoints
  .filter(({ isFile }) => !isFile)
  .flatMap((endpoint) =>
    endpoint.methods.map((method) => {
      const kind = known.find((one) => one.method === method && one.pattern === endpoint.pattern);
      return { endpoint, kind: kind ?? unknownKind(method, endpoint.pattern) };
    }),
  );
