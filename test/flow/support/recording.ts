import { appendFileSync } from "node:fs";
import { documented, objectPaths } from "./contract.ts";

/** The file in which `npm run check:description` wants the calls of the flow tests, one per line. */
const file = process.env["RECORD_CALLS"];

const own = documented.map(({ method, path }) => {
  const steps = path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+");
  return { method, pattern: new RegExp(`^${steps}(?:\\?.*)?$`) };
});
const objectPath = new RegExp(`^/(?:${objectPaths.join("|")})(?=/dx/)`);
const isOwn = (method: string, target: string) => own.some((one) => one.method === method && one.pattern.test(target));

interface Recorded {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly answer: { readonly status: number; readonly headers: Headers; readonly text: string };
}

/**
 * Records a call of an operation under the document's path, without an object's name before it: proxies do not know the
 * path's `servers`, which allow that name. Skips what no proxy reads: a body that is not JSON, an undecodable path.
 */
export function recordCall(method: string, target: string, { headers, body, answer }: Recorded): void {
  if (file === undefined || !isJson(body) || !isDecodable(target)) return;
  const found = [target, target.replace(objectPath, "")].find((one) => isOwn(method, one));
  if (found === undefined) return;
  const answered = { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.text };
  appendFileSync(file, `${JSON.stringify({ method, target: found, headers, body, answered })}\n`);
}

function isJson(body: unknown): boolean {
  if (body === undefined) return true;
  if (typeof body !== "string") return false;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}

function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target);
    return true;
  } catch {
    return false;
  }
}
