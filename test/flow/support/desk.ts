import { createUser } from "@rewards/access";
import type { Page } from "playwright-core";
import { beforeAll } from "vitest";
import { useBrowser } from "../../src/browser.ts";
import { freshKey, memberContent } from "./fixtures.ts";
import type { Stack } from "./stack.ts";

const password = "correct horse battery";

/** The people of a retailer, with what their work needs. */
const roles = {
  agent:
    "member:* sale:create sale:read redemption:* redemption_item:* reward:read store:read view:* operator:erase operator:export",
  supervisor: "member:* view:*",
  manager: "reward:* earning_rule:* segment:* store:* product:* member:read view:*",
  finance: "view:* sale:read member:read",
  operator: "operator:* client:* view:* sale:read redemption:read member:read",
} as const;
type Role = keyof typeof roles;

/** Starts an API and a console, and gives each role a browser that is logged in. */
export function useDesks(stack: Stack): (role: Role) => Desk {
  const browser = useBrowser();
  const pages = new Map<Role, Page>();
  beforeAll(async () => {
    const api = await stack.startApi({ AUTH: "required" });
    const { url } = await stack.startConsole({ AUTH: "required", REWARDS_URL: api.url });
    for (const [name, rights] of Object.entries(roles) as [Role, string][]) {
      await createUser(stack.database.sql, { name, rights, by: { password } }, { actor: "test" });
      const { page } = await browser.open();
      await page.goto(url);
      await page.getByLabel("Name").fill(name);
      await page.getByLabel("Password").fill(password);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Log out" }).waitFor();
      pages.set(name, page);
    }
  });
  return (role) => deskOf(pages.get(role) as Page);
}

export type Desk = ReturnType<typeof deskOf>;
type FieldValues = Readonly<Record<string, string>>;

/** What somebody does with the page, by the words on it. */
function deskOf(page: Page) {
  const main = page.getByRole("main");
  const see = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const click = (name: string | RegExp) => main.getByRole("link", { name, exact: true }).first().click();
  const press = (name: string) => main.getByRole("button", { name, exact: true }).click();
  const choose = (name: string) =>
    page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }).click();
  const fill = async (fields: FieldValues) => {
    for (const [label, value] of Object.entries(fields)) {
      const field = main.getByLabel(label).first();
      if ((await field.locator("option").count()) > 0) await field.selectOption(value);
      else await field.fill(value);
    }
  };
  return {
    ...{ page, see, click, press, fill },
    /** Follows a link of the menu. */
    choose,
    /** Opens a form by its link, fills it in, sends it by the button of that name, and reads what happened. */
    async does(link: string, fields: FieldValues, button: string, said: string | RegExp): Promise<void> {
      await click(link);
      await fill(fields);
      await press(button);
      await see(said);
    },
    /** Types into the search, and takes the hit with these words. */
    async find(typed: string, hit: string | RegExp): Promise<void> {
      await page.getByRole("searchbox").waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type(typed);
      await page.locator("#hits").getByRole("link", { name: hit }).first().click();
    },
    /** Types into the search, and leads to the only record that it finds. */
    async search(typed: string): Promise<void> {
      await page.getByRole("searchbox").fill(typed);
      await page.keyboard.press("Enter");
    },
    /** Follows a link to a file. @returns its text. */
    async download(link: string | RegExp): Promise<string> {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        main.locator("a, button", { hasText: link }).first().click(),
      ]);
      const stream = await file.createReadStream();
      return Buffer.concat(await stream.toArray()).toString();
    },
  };
}

/** A member for one job, with 100 points. */
export async function newPerson({ client }: Pick<Stack, "client">, more: object = {}) {
  const key = freshKey("card");
  const name = `Ada ${key}`;
  const id = await client.created("Member", { ...memberContent(key), FullName: name, ...more });
  await client.act(id, "AddBalance", { content: { AdjustBalances: { Amount: 100, Name: "Points" } } });
  return { id, key, name };
}
