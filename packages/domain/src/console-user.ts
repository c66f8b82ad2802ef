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

const passwordLengthMin = 12;
/** A longer text would only cost time. */
const passwordLengthMax = 128;

/** Parts of the most common passwords. A password is refused if little is left of it without them. */
const commonParts = [
  "password",
  "passw0rd",
  "passwort",
  "letmein",
  "welcome",
  "iloveyou",
  "administrator",
  "admin",
  "changeme",
  "secret",
  "qwertyuiop",
  "qwerty",
  "qwertz",
  "azerty",
  "asdfghjkl",
  "asdf",
  "zxcvbnm",
  "1q2w3e4r5t6y",
  "1qaz2wsx3edc",
  "abcdef",
  "abc",
  "football",
  "baseball",
  "princess",
  "sunshine",
  "dragon",
  "monkey",
  "rewards",
  "console",
  "1234567890",
  "123456",
  "12345",
  "1234",
  "123",
  "000",
  "111",
];

/** The characters that must be left of a password without its common parts, and how many different ones it must have. */
const ownLengthMin = 6;
const symbolsMin = 5;

/** The form that is hashed: keyboards and systems write the same character in several ways. */
export const passwordForm = (typed: string) => typed.normalize("NFKC");

/**
 * Why a password of this user is refused, as a sentence for the person who chose it; undefined if it is accepted.
 * @param name as it is stored.
 */
export function passwordProblem(password: string, name: string): string | undefined {
  const characters = [...passwordForm(password)];
  if (characters.length < passwordLengthMin) return `The password must have at least ${passwordLengthMin} characters.`;
  if (characters.length > passwordLengthMax) return `The password may have at most ${passwordLengthMax} characters.`;
  if (/\p{Cc}/u.test(password)) return "The password has a key in it that writes no character, such as an arrow key.";
  const text = characters.join("").toLowerCase();
  if (new Set(text).size < symbolsMin) return "The password repeats few characters: choose a less regular one.";
  if (name.length >= 3 && text.includes(name)) return "The password contains the user's name: choose another.";
  const own = commonParts.reduce((rest, part) => rest.replaceAll(part, ""), text);
  if (own.length < ownLengthMin) return "The password is a common one: choose one that nobody else would.";
  return undefined;
}
