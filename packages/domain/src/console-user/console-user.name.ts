/** In lower case, so that no two names look the same. It is the user's name in the audit too. */
const namePattern = /^[a-z0-9](?:[a-z0-9._@+-]{0,62}[a-z0-9])?$/;

/** Whether a text can be a user's name. Log and audit take no other names, because anybody can send any text. */
export const isUserName = (text: string) => namePattern.test(text);

const loginPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * What an identity provider calls a user, in lower case; undefined if it is no text of printable ASCII. Other characters
 * are refused before they are folded: some of them, such as the sign for kelvin, become a letter of ASCII.
 */
export function providerLoginOf(claim: unknown): string | undefined {
  return typeof claim === "string" && loginPattern.test(claim) ? claim.toLowerCase() : undefined;
}

/** A typed name in the form in which it is stored: in lower case, without spaces around it. */
export const userNameOf = (typed: string) => typed.trim().toLowerCase();
