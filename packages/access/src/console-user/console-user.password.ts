import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { passwordForm, passwordProblem } from "@rewards/domain";

/** OWASP's first choice for scrypt: N = 2^17, r = 8 and p = 1, which takes 128 MiB for each hash. */
const passwordCost = 17;
const parametersOf = (ln: number) => ({ ln, r: 8, p: 1 });
const saltBytes = 16;
const hashBytes = 32;
/** The largest `ln` that a stored hash may have: larger ones take gigabytes, and this service never writes them. */
const lnMax = 20;

interface Parameters {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22})\$([\w+/]{43})$/;

/**
 * Takes some tenths of a second and 128 MiB.
 * @param cost the binary logarithm of N.
 * @returns `$scrypt$ln=17,r=8,p=1$salt$hash`, salt and hash in base64.
 */
export async function hashPassword(password: string, cost = passwordCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  return format(parametersOf(cost), salt, await derive(password, salt, parametersOf(cost)));
}

/** A hash that no password has. Compared for unknown users, so that their answer takes as long as that of known ones. */
export function hashOfNobody(cost = passwordCost): string {
  return format(parametersOf(cost), randomBytes(saltBytes), randomBytes(hashBytes));
}

/** @param stored as `hashPassword` or `hashOfNobody` returned it. */
export async function isPasswordOf(stored: string, password: string): Promise<boolean> {
  const [, ln = "", r, p, salt = "", hash = ""] = form.exec(stored) ?? [];
  const parameters = { ln: Number(ln), r: Number(r), p: Number(p) };
  if (ln === "" || parameters.ln > lnMax) throw new Error("A password hash in console_user has an unknown form.");
  const derived = await derive(password, Buffer.from(salt, "base64"), parameters);
  return timingSafeEqual(derived, Buffer.from(hash, "base64"));
}

function format({ ln, r, p }: Parameters, salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$scrypt$ln=${ln},r=${r},p=${p}$${text(salt)}$${text(hash)}`;
}

function derive(password: string, salt: Buffer, { ln, r, p }: Parameters): Promise<Buffer> {
  const N = 2 ** ln;
  const options: ScryptOptions = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(passwordForm(password), salt, hashBytes, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

/** One password a line, in lower case, after lines of comment. */
const file = new URL("../../data/common-passwords.txt", import.meta.url);

let common: ReadonlySet<string> | undefined;

function isCommon(password: string): boolean {
  common ??= new Set(
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => !line.startsWith("# ")),
  );
  return common.has(passwordForm(password).toLowerCase());
}

/**
 * Why a user may not have this new password, as a sentence for the person who chose it; undefined if it is accepted.
 * @param name as it is stored.
 */
export function newPasswordProblem(password: string, name: string): string | undefined {
  const stolen = "The password is in lists of stolen passwords: choose one that nobody else would.";
  return passwordProblem(password, name) ?? (isCommon(password) ? stolen : undefined);
}
