/** An operator's name in the audit: printable ASCII of at most 64 characters. */
export const actorPattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/;

export function isActor(name: string): boolean {
  return actorPattern.test(name);
}

/** The actor if no name was given. */
export const unnamedActor = "operator";
