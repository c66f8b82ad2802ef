import { type Browser, openBrowser, type Page } from "./browser.ts";
import { passProvider } from "./provider.ts";

/** A browser that has pressed the provider's button on the log-in page, and the address that it is sent to. */
export async function beginAt(base: string): Promise<{ browser: Browser; page: Page; goOn: string }> {
  const browser = openBrowser(base);
  await browser.open("/login");
  const page = await browser.send("/login/provider", {});
  return { browser, page, goOn: (page.headers.get("refresh") ?? "").replace(/^0;url=/, "") };
}

/**
 * A browser that the provider has redirected, before it opens the console's address. Without `person` the log-in is
 * denied.
 */
export async function comeBackTo(base: string, person?: string): Promise<{ browser: Browser; answer: URL }> {
  const { browser, goOn } = await beginAt(base);
  return { browser, answer: await passProvider(goOn, person) };
}

/** A browser in which a person has logged in at the provider, and the console's answer. */
export async function passTo(base: string, person?: string): Promise<{ browser: Browser; page: Page }> {
  const { browser, answer } = await comeBackTo(base, person);
  return { browser, page: await browser.open(pathOf(answer)) };
}

export const pathOf = ({ pathname, search }: URL) => pathname + search;
