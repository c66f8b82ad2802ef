import { type Browser, openBrowser, type Page } from "./browser.ts";
import { passProvider } from "./provider.ts";

/** A browser that has pressed the button of the log-in page, and where it goes on. */
export async function beginAt(base: string): Promise<{ browser: Browser; page: Page; goOn: string }> {
  const browser = openBrowser(base);
  await browser.open("/login");
  const page = await browser.send("/login/provider", {});
  return { browser, page, goOn: (page.headers.get("refresh") ?? "").replace(/^0;url=/, "") };
}

/** A browser that the provider has sent back, not yet at the console. Nobody says who they are: they say no. */
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
