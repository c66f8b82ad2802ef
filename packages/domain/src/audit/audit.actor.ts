/** An operator's name, as it stands in the audit: printable ASCII of at most 64 characters. */
export const actorPattern = /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/;

export function isActor(name: string): boolean {
  return actorPattern.test(name);
}

/** Who acted where no name was given. */
export const unnamedActor = "operator";
