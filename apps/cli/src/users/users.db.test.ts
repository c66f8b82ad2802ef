import {
  findLoginUser,
  isPasswordOf,
  openProviderSession,
  openSession,
  totpPeriodOf,
  useSession,
} from "@rewards/access";
import { Secret, TOTP } from "otpauth";
import { expect, it } from "vitest";
import { openTestService } from "../../../../test/src/service.ts";
import { createProgram } from "../program.ts";

const { database, url } = await openTestService(2);
const { sql } = database;
const password = "correct horse battery";

/** What `rewards users` prints. In this process: starting one for each command takes seconds. */
async function runTyping(typed: string, ...args: string[]): Promise<string> {
  const lines: string[] = [];
  const nothing = () => undefined;
  const terminal = {
    folder: "/",
    user: "root",
    progress: nothing,
    exitWith: nothing,
    write: () => true,
    readSecret: async () => typed,
  };
  const program = createProgram({ env: { DATABASE_URL: url }, print: (line) => void lines.push(line), ...terminal });
  await program.parseAsync(["users", ...args], { from: "user" });
  return lines.join("\n");
}

const run = (...args: string[]) => runTyping(password, ...args);
const json = async (...args: string[]) => JSON.parse(await run(...args, "--json"));

/** A session of the user, as a log-in opens one; whether it is open yet. */
async function logIn(name: string, token: string): Promise<() => Promise<boolean>> {
  const user = await findLoginUser(sql, name);
  if (!user) throw new Error(`${name} may not log in`);
  expect(await openSession(sql, user, token, { actor: name })).toBe(true);
  return async () => (await useSession(sql, token)) !== undefined;
}

it("a user's password is stored as a salted scrypt hash; each change ends the user's sessions and is audited without it", async () => {
  expect(await json("create", "Ann", "--rights", " operator:list   view:* ")).toEqual({
    name: "ann",
    rights: "operator:list view:*",
    status: "active",
  });
  await run("create", "bob", "--rights", "*");
  const hashes = await sql<{ hash: string }[]>`select password_hash as hash from console_user`;
  for (const one of hashes) expect(one.hash).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(new Set(hashes.map(({ hash }) => hash)).size).toBe(2);
  const [{ hash } = { hash: "" }] = hashes;
  expect(await isPasswordOf(hash, password)).toBe(true);
  expect(await isPasswordOf(hash, `${password} `)).toBe(false);

  const ofBob = await logIn("bob", "token of bob");
  const changes = [
    () => runTyping("another horse battery", "password", "ann"),
    () => run("totp", "ann"),
    () => run("totp", "ann", "--off"),
    () => run("rights", "ann", "--rights", "sale:read"),
    () => run("disable", "ann"),
  ];
  for (const [index, change] of changes.entries()) {
    const isOpen = await logIn("ann", `token ${index}`);
    expect(await isOpen()).toBe(true);
    await change();
    expect(await isOpen()).toBe(false);
  }
  expect(await ofBob()).toBe(true);
  expect(await findLoginUser(sql, "ann")).toBeUndefined();
  await run("disable", "ann");
  await run("enable", "ann");
  expect((await json("list")).users).toMatchObject([
    { name: "ann", status: "active", rights: "sale:read", codes: false, usedAt: null },
    { name: "bob", usedAt: expect.any(String) },
  ]);

  const audit = await sql<{ operation: string; user: string; actor: string }[]>`
    select operation, detail->>'user' as user, actor from audit_entry where operation like 'user.%' order by id`;
  expect(audit.map((entry) => `${entry.operation} ${entry.user} by ${entry.actor}`)).toEqual([
    "user.create ann by root",
    "user.create bob by root",
    ...["password", "totp", "totp", "rights", "disable", "enable"].map((change) => `user.${change} ann by root`),
  ]);
  const [{ all = "" } = {}] = await sql<
    { all: string }[]
  >`select jsonb_agg(to_jsonb(a))::text as all from audit_entry a`;
  expect(all).not.toMatch(/horse|scrypt/);
});

it("the secret of one-time codes is printed once, for an app, and makes the codes that a log-in takes", async () => {
  await run("create", "eve", "--rights", "*");
  const { secret, address } = await json("totp", "eve");
  expect(address).toContain(`otpauth://totp/Rewards:eve?issuer=Rewards&secret=${secret}`);
  const stored = (await findLoginUser(sql, "eve"))?.totpSecret as Buffer;
  const nowMs = Date.now();
  const codeAt = (offMs: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs + offMs });
  const period = Math.floor(nowMs / 30_000);
  for (const off of [-1, 0, 1]) expect(totpPeriodOf(codeAt(off * 30_000), stored, nowMs)).toBe(period + off);
  for (const off of [-2, 2]) expect(totpPeriodOf(codeAt(off * 30_000), stored, nowMs)).toBeUndefined();
  for (const wrong of ["", "12345", "abcdef", `${codeAt(0)}0`])
    expect(totpPeriodOf(wrong, stored, nowMs)).toBeUndefined();
  expect(JSON.stringify(await json("list"))).not.toContain(secret);
});

it("a user of the identity provider has no password, is bound at the first log-in, and changes over and back", async () => {
  const login = "Kim@Shop.example";
  expect(await json("create", "kim", "--rights", "*", "--provider", login)).toMatchObject({
    provider: "kim@shop.example",
  });
  const kim = async () => (await json("list")).users.find(({ name }: { name: string }) => name === "kim");
  expect(await kim()).toMatchObject({ provider: "kim@shop.example", passwordAt: null, boundAt: null });
  const identity = { issuer: "https://provider.example", subject: "1", login: "kim@shop.example" };
  expect(await openProviderSession(sql, identity, "token of kim", {})).toEqual({ name: "kim", isCodeDue: false });
  expect(await kim()).toMatchObject({ boundAt: expect.any(String), usedAt: expect.any(String) });
  await run("password", "kim");
  expect(await kim()).toMatchObject({ provider: null, passwordAt: expect.any(String), usedAt: null });
  expect(await isPasswordOf((await findLoginUser(sql, "kim"))?.passwordHash ?? "", password)).toBe(true);
  await run("provider", "kim", "kim");
  expect(await isPasswordOf((await findLoginUser(sql, "kim"))?.passwordHash ?? "", password)).toBe(false);
  expect(await kim()).toMatchObject({ provider: "kim", boundAt: null });
});

const refusals: readonly (readonly [typed: string, args: string[], text: string])[] = [
  [password, ["create", "a b", "--rights", "*"], "The name must have"],
  [password, ["create", "zoe", "--rights", " "], "--rights is empty"],
  [password, ["create", "zoe", "--rights", "sale:sell"], "names no right of this service: sale:sell"],
  ["too short", ["create", "zoe", "--rights", "*"], "at least 12 characters"],
  ["zoe's own horse", ["create", "zoe", "--rights", "*"], "contains the user's name"],
  ["QAZwsxEDCrfv", ["password", "ann"], "lists of stolen passwords"],
  ["Password1234", ["password", "ann"], "a common one"],
  // The name is checked before the password is asked for: this one would be refused.
  ["too short", ["password", "nobody"], "There is no user nobody"],
  ["too short", ["create", "ann", "--rights", "*"], "There is a user ann already"],
  [password, ["create", "zoe", "--rights", "*", "--provider", "z z"], "without spaces"],
  [password, ["create", "zoe", "--rights", "*", "--provider", "KIM"], "Another user logs in as kim already"],
  [password, ["provider", "ann", "kim"], "Another user logs in as kim already"],
  [password, ["provider", "nobody", "n"], "There is no user nobody"],
  [password, ["totp", "nobody"], "There is no user nobody"],
  [password, ["totp", "nobody", "--off"], "There is no user nobody"],
  [password, ["rights", "nobody", "--rights", "*"], "There is no user nobody"],
  [password, ["rights", "ann", "--rights", "sale:sell"], "names no right of this service: sale:sell"],
  [password, ["disable", "nobody"], "There is no user nobody"],
  [password, ["enable", "nobody"], "There is no user nobody"],
];

it("a wrong name, right, password or user is refused and says why", async () => {
  for (const [typed, args, text] of refusals) await expect(runTyping(typed, ...args)).rejects.toThrow(text);
  await run("create", "twin", "--rights", "*");
  await expect(run("create", "TWIN", "--rights", "*")).rejects.toThrow("There is a user twin already");
});
