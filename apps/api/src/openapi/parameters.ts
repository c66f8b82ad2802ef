import { actorPattern, unnamedActor } from "@rewards/domain";
import type { Schema } from "./openapi.types.ts";

const text = { type: "string" };

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
      "Makes the call safe to repeat: the same key with the same content is done once and answered as the first time, " +
      "with other content it is refused with 409. It counts for its caller and operation, whichever path was used. A refusal is not remembered.",
    // Without an example: the page would send it with every call, and a key counts once.
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]+$" },
  },
  "If-Match": {
    name: "If-Match",
    in: "header",
    description:
      'The version that the caller knows, as `ETag` gave it: `w/"3"`, `W/"3"`, `"3"` or `3`; `*` for any. ' +
      "Where the object has another one, the call is refused with 409 and changes nothing.",
    schema: text,
  },
  "X-Operator": {
    name: "X-Operator",
    in: "header",
    description: "Who is asking, for the audit: printable ASCII of at most 64 characters.",
    schema: { type: "string", maxLength: 64, pattern: actorPattern.source, default: unnamedActor },
  },
} as const satisfies Record<string, Schema>;

/** Headers that several answers have. */
export const headers = {
  "Accept-Encoding": {
    description: "The content encoding that a request may have, where its own is another.",
    schema: { type: "string", const: "gzip" },
  },
  ETag: {
    description: 'The object\'s version: `w/"<@version>"`. Send it back in `If-Match`.',
    schema: { type: "string", examples: ['w/"1"'] },
  },
  "Idempotent-Replayed": {
    description: "The call was done before; this is its first answer again.",
    schema: { type: "string", const: "true" },
  },
  Location: { description: "The path of the new object.", schema: { type: "string" } },
  "Retry-After": { description: "After how many seconds to try again.", schema: { type: "integer", examples: [1] } },
  "X-Request-Id": {
    description: "The request's own where it has one of that form, otherwise a new UUID. The service's log names it.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,64}$" },
  },
  "WWW-Authenticate": { description: "The scheme of the credential.", schema: { type: "string", const: "Bearer" } },
} as const satisfies Record<string, Schema>;
