/**
 * The text by which two calls with one idempotency key are compared: what the call does (the class of a create, or the
 * action) and the known fields that were sent, as parsed. So the order of members, white space, unknown members and the
 * notation of a number or an instant do not count. A field that was left out (absent or null) stays out and does not get
 * its default: a field that is added to the service later changes no text.
 */
export function comparedText(subject: string, parsed: unknown, sent: unknown): string {
  return `[${JSON.stringify(subject)},${sentText(parsed, sent)}]`;
}

/**
 * The parsed values of what was sent as JSON, members sorted by name. Names are from definitions: nothing to escape.
 */
function sentText(parsed: unknown, sent: unknown): string {
  if (Array.isArray(parsed) && Array.isArray(sent))
    return `[${parsed.map((value, index) => sentText(value, sent[index])).join()}]`;
  if (!isPage(parsed) || !isPage(sent)) return JSON.stringify(parsed) ?? "null";
  let members = "";
  for (const name of Object.keys(parsed).sort()) {
    const value = sent[name];
    if (value !== undefined && value !== null) members += `,"${name}":${sentText(parsed[name], value)}`;
  }
  return `{${members.slice(1)}}`;
}

function isPage(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
