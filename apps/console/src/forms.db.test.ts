import { expect, it } from "vitest";
import { ownActions } from "./actions.ts";
import { pages } from "./pages.ts";
import { openBrowser } from "./testing/browser.ts";
import { logIn, openTestConsole } from "./testing/console.ts";
import { hostile } from "./testing/hostile.ts";

const test = await openTestConsole();
await test.addUser("root", "*");
const { browser } = await logIn(test.url, "root");

const isNoFault = expect.toSatisfy((status: number) => status < 500);

/** The names of a form's own fields. */
const fieldsOf = (text: string) => [
  ...new Set([...text.matchAll(/ name="((?!form_|viewport)[\w-]+)"/g)].map(([, name = ""]) => name)),
];

it.each(ownActions.map(({ path }) => path))("no value of a field makes %s fail", async (path) => {
  const named = ["client", "webhook", "id", "session", "queue", "class", "reason"];
  for (const value of hostile) {
    const withAll = (names: readonly string[]) => names.map((name): [string, string] => [name, value]);
    const shown = await browser.open(`${path}?${new URLSearchParams(withAll(named))}`);
    const fields = [...new Set([...named, ...fieldsOf(shown.text)])];
    expect([value, shown.status]).toEqual([value, isNoFault]);
    // Also alone: the first wrong field hides the others.
    for (const each of [fields, ...fieldsOf(shown.text).map((field) => [field])])
      expect([value, each, (await browser.send(path, withAll(each))).status]).toEqual([value, each, isNoFault]);
  }
});

it("no value of a parameter makes a page fail", async () => {
  const names = ["find", "key", "cursor", "page", "from", "to", "class", "notice", "member", "operation", "actor"];
  for (const { path } of pages)
    for (const value of hostile) {
      const query = new URLSearchParams(names.map((name): [string, string] => [name, value]));
      const at = path.replaceAll(/:\w+(\{[^}]*\})?/g, "a");
      expect([at, value, (await browser.open(`${at}?${query}`)).status]).toEqual([at, value, isNoFault]);
    }
});

it("no name, password or one-time code makes a log-in fail", async () => {
  for (const [n, value] of hostile.entries()) {
    const stranger = openBrowser(test.url);
    await stranger.open("/login");
    expect([401, 422, 429]).toContain((await stranger.send("/login", { name: value, password: value })).status);
    // Wrong codes of a user are counted, so each value has another user.
    await test.addUser(`coded${n}`, "*");
    await test.addCodes(`coded${n}`);
    const { browser: coded } = await logIn(test.url, `coded${n}`);
    await coded.open("/login/code");
    expect([value, (await coded.send("/login/code", { code: value })).status]).toEqual([value, isNoFault]);
  }
});
