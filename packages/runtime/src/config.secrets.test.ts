import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { loadConfig, urlSettings } from "./config.ts";
import { operatorTokenVar, postgresUrlVar, queueUrlVar } from "./variables.ts";

const folder = mkdtempSync(join(tmpdir(), "rewards-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
function file(content: string): string {
  const path = join(folder, String(files++));
  writeFileSync(path, content);
  return path;
}

const load = (env: Record<string, string>) =>
  loadConfig(
    z.object({
      DATABASE_URL: postgresUrlVar,
      QUEUE_URL: queueUrlVar.optional(),
      OPERATOR_TOKEN: operatorTokenVar.optional(),
      NAME: z.string().optional(),
    }),
    env,
  );
const url = "postgres://rewards@db:5432/rewards";
const token = "8c1f04e7b25d96a3f0471ce8d2b95a63";

test("a secret comes from the file that NAME_FILE names, without the line's end", () => {
  const env = {
    DATABASE_URL_FILE: file("postgres://rewards:x@db/rewards\n"),
    QUEUE_URL_FILE: file("redis://:y@q\r\n"),
    OPERATOR_TOKEN_FILE: file(token),
  };
  expect(load(env)).toEqual({
    DATABASE_URL: "postgres://rewards:x@db/rewards",
    QUEUE_URL: "redis://:y@q",
    OPERATOR_TOKEN: token,
  });
});

test.each(["p@ss:w/o?r#d", "100%", "ä ö", "a+b&c=d", " spaced ", "%41", "[x]", "'\"\\"])(
  "the password %j, kept apart from the URL, reaches the server as it is",
  (password) => {
    const env = { DATABASE_URL: url, DATABASE_PASSWORD_FILE: file(`${password}\n`), QUEUE_URL: "redis://q:6379" };
    const { DATABASE_URL, QUEUE_URL } = load({ ...env, QUEUE_PASSWORD: password.trim() });
    expect(decodeURIComponent(new URL(DATABASE_URL).password)).toBe(password);
    expect(decodeURIComponent(new URL(String(QUEUE_URL)).password)).toBe(password.trim());
    expect(new URL(DATABASE_URL)).toMatchObject({ username: "rewards", host: "db:5432", pathname: "/rewards" });
  },
);

test("a password for a URL with several hosts keeps all of them", () => {
  const two = { DATABASE_URL: "postgres://rewards@a:5432,b/rewards", DATABASE_PASSWORD: "p@ss" };
  expect(load(two).DATABASE_URL).toBe("postgres://rewards:p%40ss@a:5432,b/rewards");
});

test.each([
  ["a secret and its file", { DATABASE_URL: url, DATABASE_URL_FILE: file(url) }, "DATABASE_URL is given twice"],
  [
    "a password in the URL and one apart",
    { DATABASE_URL: "postgres://rewards:secret@db/rewards", DATABASE_PASSWORD: "secret" },
    "DATABASE_URL has a password already: leave that out, or DATABASE_PASSWORD",
  ],
  [
    "a password for a URL without a host",
    { DATABASE_URL: "postgres:///rewards", DATABASE_PASSWORD: "secret" },
    "DATABASE_URL names no host, so DATABASE_PASSWORD has no effect: add the host",
  ],
  [
    "a password and its file",
    { DATABASE_URL: url, DATABASE_PASSWORD: "secret", DATABASE_PASSWORD_FILE: file("secret") },
    "DATABASE_URL is not complete: DATABASE_PASSWORD is given twice",
  ],
  [
    "a file that is not there",
    { DATABASE_URL_FILE: join(folder, "none") },
    "DATABASE_URL cannot be read: opening the file of DATABASE_URL_FILE failed (ENOENT)",
  ],
  ["a folder", { DATABASE_URL_FILE: folder }, "opening the file of DATABASE_URL_FILE failed (EISDIR)"],
  [
    "an empty file",
    { DATABASE_URL: url, OPERATOR_TOKEN_FILE: file("\n") },
    "OPERATOR_TOKEN cannot be read: the file of OPERATOR_TOKEN_FILE is empty",
  ],
  [
    "a file with no URL in it",
    { DATABASE_URL_FILE: file("secret"), DATABASE_PASSWORD: "secret" },
    "DATABASE_URL is wrong",
  ],
])("%s is refused in one line that repeats no secret", (_, env, message) => {
  expect(() => load(env)).toThrow(message);
  expect(() => load(env)).not.toThrow(/secret[^s]|secret$|not set/);
});

test.each([
  ["DATABASE_PASSWORD", "DATABASE_URL is not set, but DATABASE_PASSWORD is: set both, or neither"],
  ["QUEUE_PASSWORD", "QUEUE_URL is not set, but QUEUE_PASSWORD is: set both, or neither"],
])("a %s without its URL is refused, rather than ignored", (name, message) => {
  const schema = z.object({ DATABASE_URL: postgresUrlVar.optional(), QUEUE_URL: queueUrlVar.optional() });
  expect(() => loadConfig(schema, { [name]: "secret" })).toThrow(message);
  expect(() => loadConfig(schema, { [`${name}_FILE`]: file("secret") })).toThrow(message);
  expect(loadConfig(schema, { [name]: " " })).toEqual({});
});

test("read replicas have the password of the primary, which is no reason to name them", () => {
  const schema = z.object({ DATABASE_URL: postgresUrlVar, DATABASE_READ_URL: postgresUrlVar.optional() });
  const env = { DATABASE_URL: "postgres://a@b/c", DATABASE_PASSWORD: "p" };
  expect(loadConfig(schema, env)).toEqual({ DATABASE_URL: "postgres://a:p@b/c" });
  expect(loadConfig(schema, { ...env, DATABASE_READ_URL_FILE: file("postgres://a@d:1,e:2/c") })).toMatchObject({
    DATABASE_READ_URL: "postgres://a:p@d:1,e:2/c",
  });
});

test("a file set to nothing counts as unset, and only secrets come from files", () => {
  const env = { DATABASE_URL: url, DATABASE_URL_FILE: " ", DATABASE_PASSWORD: "", NAME_FILE: file("x") };
  expect(load(env)).toEqual({ DATABASE_URL: url });
});

test("the settings that URLs are made of are known by name", () => {
  expect(urlSettings).toContain("DATABASE_URL_FILE");
  expect(urlSettings).toContain("QUEUE_PASSWORD_FILE");
  expect(urlSettings).not.toContain("OPERATOR_TOKEN");
});
