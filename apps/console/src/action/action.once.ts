import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";

const idBytes = 16;
const idForm = /^[\w-]{22}$/;
/** The sent forms that are remembered. A second click follows within seconds, so thousands suffice. */
const formsMax = 10_000;

export const formIdField = "form_id";

export const makeFormId = () => randomBytes(idBytes).toString("base64url");

/** Lets each form act once: an impatient second click must not make a second client. */
export interface Once {
  /** False if the form was sent before, or has no ID. */
  begin(formId: string): boolean;
  /** Lets a form be sent again that had no effect. */
  release(formId: string): void;
}

export function createOnce(): Once {
  const sent = new LRUCache<string, true>({ max: formsMax });
  return {
    begin(formId) {
      if (!idForm.test(formId) || sent.has(formId)) return false;
      sent.set(formId, true);
      return true;
    },
    release: (formId) => void sent.delete(formId),
  };
}
