import { actorPattern, applicationName, unnamedActor } from "@rewards/domain";
import type { Schema } from "./json-schema.ts";

const text = { type: "string" };
const positionPattern = "^[0-9A-Fa-f]{1,8}/[0-9A-Fa-f]{1,8}$";

/** Parameters that several operations take. */
export const parameters = {
  ViewName: {
    name: "ViewName",
    in: "path",
    required: true,
    description: "The name of a data view.",
    schema: { $ref: "#/components/schemas/ViewName" },
    example: "StoreList",
  },
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    description:
      "Makes the call safe to repeat. A call with the same key and content is done once and gets the first answer again; " +
      "other content is refused with 409. A key counts per caller and operation, in either form of the path. Refused calls leave the key free.",
    // Without an example: the page would send it with every call, and a key counts once.
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    description:
      'The version that the caller expects, from an `ETag`: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. ' +
      "If the object has another version, the call is refused with 409 and changes nothing.",
    schema: text,
  },
  Prefer: {
    name: "Prefer",
    in: "header",
    description:
      "`wait=5` (RFC 7240): if no worker has processed the sale yet, the call waits until one has, for that many seconds " +
      "and ten at most. The answer then shows the present state, whatever it is. If many calls wait, it comes at once.",
    // Without an example: the page would send it with every call.
    schema: { type: "string" },
  },
  "Rewards-Position": {
    name: "Rewards-Position",
    in: "header",
    description:
      "The `Rewards-Position` of the answer to a write. The answer to the read then shows that write, whichever server " +
      "of the database answers. Without it, a read from a replica may be some seconds old.",
    // Without an example: the page would send it with every call.
    schema: { type: "string", pattern: positionPattern },
  },
  "X-Operator": {
    name: "X-Operator",
    in: "header",
    description: "The operator's name for the audit: printable ASCII, at most 64 characters.",
    schema: { type: "string", maxLength: 64, pattern: actorPattern.source, default: unnamedActor },
  },
} as const satisfies Record<string, Schema>;

/** Headers that several responses have. */
export const headers = {
  "Accept-Encoding": {
    description: "The content encoding that requests may have; sent if the request had another.",
    schema: { type: "string", const: "gzip" },
  },
  ETag: {
    description: 'The object\'s version: `w/"<@version>"`. Send it back in `If-Match`.',
    schema: { type: "string", examples: ['w/"1"'] },
  },
  "Idempotent-Replayed": {
    description: "The call was done before; this is the first answer again.",
    schema: { type: "string", const: "true" },
  },
  Location: { description: "The path of the new object.", schema: { type: "string" } },
  RateLimit: {
    description:
      "What is left of the caller's limits, as in draft-ietf-httpapi-ratelimit-headers-10: `r` calls (or bytes), and the " +
      "seconds `t` until the limit starts anew. Other answers carry it once half of the calls are used.",
    schema: { type: "string", examples: ['"client-calls";r=59999;t=60'] },
  },
  "RateLimit-Policy": {
    description: "The caller's limits: `q` calls, or bytes if `qu` says so, in `w` seconds.",
    schema: { type: "string", examples: ['"client-calls";q=60000;w=60'] },
  },
  "Rewards-Position": {
    description:
      "A position of the database after the write. Send it with reads that must show the write. Only if the service has " +
      "read replicas.",
    schema: { type: "string", pattern: positionPattern, examples: ["16/B374D848"] },
  },
  "Retry-After": {
    description: "The seconds to wait before trying again.",
    schema: { type: "integer", examples: [1] },
  },
  "X-Request-Id": {
    description: "The request's own ID if it has this form, otherwise a new UUID. The service's log has it too.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
  },
  "WWW-Authenticate": {
    description: "The authentication scheme.",
    schema: { type: "string", enum: ["Bearer", `Basic realm="${applicationName}"`] },
  },
} as const satisfies Record<string, Schema>;
