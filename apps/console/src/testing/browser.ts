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
  /** Sends the fields with the token of the form that was shown last. `headers` take the place of a browser's own. */
  send(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Page>;
  cookie: string | undefined;
}

export function openBrowser(base: string): Browser {
  let formToken = "";
  const browser: Browser = {
    cookie: undefined,
    open: (path, headers = {}) => request(path, { headers }),
    send: (path, fields, headers = formHeaders(base)) =>
      request(path, { method: "POST", headers, body: new URLSearchParams({ form_token: formToken, ...fields }) }),
  };

  async function request(path: string, init: RequestInit): Promise<Page> {
    const cookie = browser.cookie === undefined ? {} : { cookie: browser.cookie };
    const response = await fetch(base + path, { ...init, redirect: "manual", headers: { ...init.headers, ...cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      browser.cookie = pair.endsWith("=") ? undefined : pair;
    }
    const text = await response.text();
    [, formToken = formToken] = /name="form_token" value="([^"]+)"/.exec(text) ?? [];
    return { status: response.status, headers: response.headers, text };
  }

  return browser;
}
