/** In lower case, so that no two names look the same. It is the user's name in the audit too. */
const namePattern = /^[a-z0-9](?:[a-z0-9._@+-]{0,62}[a-z0-9])?$/;

/** Whether a text can be a user's name. Only then may it be in the log and the audit: anybody may send anything. */
export const isUserName = (text: string) => namePattern.test(text);

/** The name that a person means who types capitals or spaces around it. */
export const userNameOf = (typed: string) => typed.trim().toLowerCase();
