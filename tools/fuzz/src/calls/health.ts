import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type Kind, show } from "./kind.ts";

function health(pattern: string, expected: object): Kind {
  return {
    method: "GET",
    pattern,
    hasBody: false,
    draws: () => fc.constant({ parameters: {}, body: undefined, isSound: true }),
    judge: (_asked, { status, body }) =>
      status === 200 && isDeepStrictEqual(body, expected) ? undefined : `not ${show(expected)}`,
    refusals: [],
  };
}

export const root = health("/", {
  name: "Rewards",
  reference: "/reference",
  openapi: "/openapi.json",
  integrate: "/docs/integrate",
  interface: "/docs/interface",
  readiness: "/readyz",
  documentation: "docs/README.md",
});
export const livez = health("/livez", { status: "ok" });
export const readyz = health("/readyz", { status: "ok", postgres: "up", queue: "up" });
