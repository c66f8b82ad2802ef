import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Tab } from "../../src/browser.ts";

/** A theme changes colours alone: in the dark, only the rules about them are asked again. */
const themes = { light: undefined, dark: ["color-contrast", "link-in-text-block"] } as const;
type Rules = (typeof themes)[keyof typeof themes];
const widths = [1_200, 360];
const heightPx = 800;
/** What keeps people out; axe-core rates the rest moderate or minor. */
const impacts = ["serious", "critical"];

/**
 * Expects of the page that is open: in both themes, on a screen and on a phone, nothing keeps people out, nothing is wider
 * than the window, and the browser complained about nothing.
 */
export async function expectForEverybody({ page, complaints }: Tab, name: string): Promise<void> {
  await page.evaluate(axe.source);
  for (const [colorScheme, rules] of Object.entries(themes) as [keyof typeof themes, Rules][]) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightPx });
      const where = `${name}, ${colorScheme}, ${width} px`;
      // Charts follow the window.
      await expect.poll(() => readWidth(page), { message: where }).toBeLessThanOrEqual(width);
      expect(await readViolations(page, rules), where).toEqual([]);
    }
  }
  expect(complaints(), name).toEqual([]);
}

const readWidth = (page: Page) => page.evaluate("document.documentElement.scrollWidth");

/** Those of the rules, by default of all, that the page breaks, each with the elements that do. */
async function readViolations(page: Page, rules: Rules): Promise<string[]> {
  const options: axe.RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: [...rules] }) };
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as axe.AxeResults;
  return violations
    .filter(({ impact }) => impacts.includes(impact ?? ""))
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Bull Board's page, which is not the console's. */
const boardPath = "/queues";

/** The addresses that the page links to, without downloads and those of other programs. */
export async function readLinks(page: Page): Promise<URL[]> {
  const { origin } = new URL(page.url());
  const hrefs = (await page.evaluate(
    "[...document.querySelectorAll('a[href]:not([download])')].map(({ href }) => href)",
  )) as string[];
  return hrefs
    .map((href) => new URL(href))
    .filter((url) => url.origin === origin && !url.pathname.startsWith(boardPath));
}

/** Which of these pages is at an address, by its path such as `/sales/:id`, and the names of what is asked of it. */
export function kindOf({ pathname, searchParams }: URL, paths: readonly string[]): string {
  const isAt = (path: string) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`).test(pathname);
  const path = paths.find((one) => one === pathname) ?? paths.find(isAt) ?? pathname;
  const names = new Set(searchParams.keys());
  return names.size === 0 ? path : `${path}?${[...names].toSorted().join("&")}`;
}
