/** What a browser sends on its own with a form of the console. */
const formHeaders = (base: string) => ({ origin: base, "sec-fetch-site": "same-origin" });

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser without a window: it keeps the console's cookie, follows no redirect, and fills in forms. */
export interface Browser {
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<Page>;
  /** Sends the fields with the token and the ID of the form that was shown last. `headers` take the place of a browser's own. */
  send(
    path: string,
    fields: Readonly<Record<string, string>> | readonly (readonly [string, string])[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<Page>;
  cookie: string | undefined;
}

export function openBrowser(base: string): Browser {
  const hidden: Record<string, string> = {};
  const browser: Browser = {
    cookie: undefined,
    open: (path, headers = {}) => request(path, { headers }),
    send: (path, fields, headers = formHeaders(base)) => {
      const given = Array.isArray(fields) ? fields : Object.entries(fields);
      const shown = Object.entries(hidden).filter(([name]) => !given.some(([other]) => other === name));
      return request(path, { method: "POST", headers, body: new URLSearchParams([...shown, ...given]) });
    },
  };

  async function request(path: string, init: RequestInit): Promise<Page> {
    const cookie = browser.cookie === undefined ? {} : { cookie: browser.cookie };
    const response = await fetch(base + path, { ...init, redirect: "manual", headers: { ...init.headers, ...cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      browser.cookie = pair.endsWith("=") ? undefined : pair;
    }
    const text = await response.text();
    for (const [, name = "", value = ""] of text.matchAll(/name="(form_\w+)" value="([^"]+)"/g)) hidden[name] = value;
    return { status: response.status, headers: response.headers, text };
  }

  return browser;
}

/** The scripts that every page has. */
export const ownScript = /<script src="\/assets\/(?:session|search)\.js" type="module"><\/script>/g;
