import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import type {} from "./global-setup.ts";

const executablePath = inject("chromiumPath");
/** For whatever a page waits for, also on a slow machine. */
const waitMsMax = 120_000;
/** Whether this machine has a browser for tests. */
export const hasBrowser = executablePath !== undefined;

/** A tab of a browser without a window, and what its pages complained about. */
export interface Tab {
  readonly page: Page;
  /** Errors of scripts, and what the browser refused or could not load, since it was asked last. */
  complaints(): string[];
}

/** Starts one Chromium for the tests of this file or group. Tabs do not share cookies. */
export function useBrowser(): { open(): Promise<Tab> } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executablePath === undefined) return;
    const options = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
    browser = await chromium.launch({ ...options, executablePath });
  });
  afterAll(() => browser?.close());
  return {
    async open() {
      if (!browser) throw new Error("the browser has not started");
      const context = await browser.newContext();
      context.setDefaultTimeout(waitMsMax);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("pageerror", (error) => void complaints.push(String(error)));
      page.on("console", (message) => {
        if (["error", "warning"].includes(message.type()))
          complaints.push(`${message.text()} (${message.location().url})`);
      });
      return { page, complaints: () => complaints.splice(0) };
    },
  };
}
