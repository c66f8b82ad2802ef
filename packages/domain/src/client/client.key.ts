/** What a client sends as its own key: `rwk_<clientID>_<secret>`. The prefix lets scanners find keys in files. */
const keyPattern = /^rwk_([a-z0-9]{1,64})_([\x21-\x7e]{1,128})$/;

const idPattern = /^[a-z0-9]{1,64}$/;

/** Whether a text can be a client's ID. Only then may it be in the log and the audit: a caller may send anything. */
export const isClientId = (text: string) => idPattern.test(text);

export const formatClientKey = (id: string, secret: string) => `rwk_${id}_${secret}`;

/** The client ID and the secret in a key; undefined if it does not have the form of one. */
export function parseClientKey(text: string): { id: string; secret: string } | undefined {
  const [, id, secret] = keyPattern.exec(text) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}
