/** In lower case, so that no two names look the same. It is the user's name in the audit too. */
const namePattern = /^[a-z0-9](?:[a-z0-9._@+-]{0,62}[a-z0-9])?$/;

/** Whether a text can be a user's name. Only then may it be in the log and the audit: anybody may send anything. */
export const isUserName = (text: string) => namePattern.test(text);

const loginPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * What an identity provider calls a user, in lower case; undefined if it is no text of printable ASCII. Other characters
 * are refused before they are folded: some of them, such as the sign for kelvin, become a letter of ASCII.
 */
export function providerLoginOf(claim: unknown): string | undefined {
  return typeof claim === "string" && loginPattern.test(claim) ? claim.toLowerCase() : undefined;
}

/** The name that a person means who types capitals or spaces around it. */
export const userNameOf = (typed: string) => typed.trim().toLowerCase();
