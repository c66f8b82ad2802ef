/** An operator's name, as it stands in the audit: printable ASCII of at most 64 characters. */
export function isActor(name: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/.test(name);
}

/** Who acted where no name was given. */
export const unnamedActor = "operator";
