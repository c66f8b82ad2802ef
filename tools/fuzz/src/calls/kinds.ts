import { type ServedEndpoint, servedEndpoints } from "@rewards/api";
import { act } from "./action.ts";
import { readAction } from "./action-read.ts";
import { create } from "./create.ts";
import { livez, readyz, root } from "./health.ts";
import type { Kind } from "./kind.ts";
import { operatorKinds } from "./operators.ts";
import { otherKind } from "./other.ts";
import { read } from "./read.ts";
import { count, view } from "./view.ts";
import { viewReads } from "./view-get.ts";

const known = [create, read, act, readAction, view, count, ...viewReads, root, livez, readyz, ...operatorKinds];

/** A method of an endpoint that the service serves, and its kind of call. */
export interface Target {
  readonly endpoint: ServedEndpoint;
  readonly kind: Kind;
  readonly isKnown: boolean;
}

/** Every served endpoint, by the service's list, except files: requests cannot change those. */
const answering = servedEndpoints.filter(({ isFile }) => !isFile);
export const targets: readonly Target[] = answering.flatMap((endpoint) =>
  endpoint.methods.map((method) => {
    const kind = known.find((one) => one.method === method && one.pattern === endpoint.pattern);
    return { endpoint, kind: kind ?? otherKind(method, endpoint.pattern), isKnown: kind !== undefined };
  }),
);
