import { type FieldDoc, requiredKey } from "../field.ts";
import { keySchema } from "../key.ts";
import { notSurrogate } from "../person.ts";

/** The documentation of a field that refers to a member. */
export const memberExternalId = { text: "The ExternalID of the member.", example: "M-1001" };

/** A member's key that a caller writes: not one of those that an erasure or a merge writes. */
export const memberKey = (doc: FieldDoc) => requiredKey(doc, keySchema().check(notSurrogate));
