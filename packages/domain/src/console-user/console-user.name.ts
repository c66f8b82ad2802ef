/** In lower case, so that no two names look the same. It is the user's name in the audit too. */
const namePattern = /^[a-z0-9](?:[a-z0-9._@+-]{0,62}[a-z0-9])?$/;

/** Whether a text can be a user's name. Log and audit take no other names, because anybody can send any text. */
export const isUserName = (text: string) => namePattern.test(text);

const loginPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * The login of a user at an identity provider, in lower case; undefined unless the text is printable ASCII. The check
 * precedes the change to lower case, which turns some other characters, such as the Kelvin sign, into ASCII letters.
 */
export function providerLoginOf(claim: unknown): string | undefined {
  return typeof claim === "string" && loginPattern.test(claim) ? claim.toLowerCase() : undefined;
}

/** A typed name in the form in which it is stored: in lower case, without spaces around it. */
export const userNameOf = (typed: string) => typed.trim().toLowerCase();
