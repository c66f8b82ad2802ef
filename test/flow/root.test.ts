import { expect, test } from "vitest";
import { useStack } from "./support/stack.ts";

const consoleUrl = "https://console.example";
const stack = useStack({ workers: 0, env: { CONSOLE_URL: `${consoleUrl}/` } });

const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const get = (headers: Record<string, string>) => fetch(`${stack.client.url}/`, { headers });

test("/ tells programs where reference, document, console and documentation are", async () => {
  for (const accept of ["*/*", "application/json", "application/json, text/html;q=0.9", "application/json;q=bad, ,;"]) {
    const answer = await stack.client.send("GET", "/", undefined, { accept });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        name: "Rewards",
        reference: "/reference",
        openapi: "/openapi.json",
        integrate: "/docs/integrate",
        interface: "/docs/interface",
        readiness: "/readyz",
        console: consoleUrl,
        documentation: "docs/README.md",
      },
    ]);
  }
});

test("/ shows browsers a page without scripts, which may load nothing from elsewhere", async () => {
  const answer = await get(browser);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("vary")]).toEqual([
    200,
    "text/html; charset=utf-8",
    "accept",
  ]);
  expect(answer.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  const page = await answer.text();
  expect(page).not.toMatch(/<script|style=|src="/);
  const links = [...page.matchAll(/<a href="([^"]+)"/g)].map(([, link]) => link);
  const own = ["/reference", "/openapi.json", "/docs/integrate", "/docs/interface"];
  expect(links).toEqual([...own, consoleUrl, "/readyz"]);
  for (const link of own) expect((await fetch(`${stack.client.url}${link}`)).status).toBe(200);
  expect((await stack.client.send("POST", "/", {})).status).toBe(405);
});

test("without CONSOLE_URL, the page says how it would know the console", async () => {
  const { client } = await stack.startApi({ CONSOLE_URL: "" });
  const page = await (await fetch(`${client.url}/`, { headers: browser })).text();
  expect(page).toContain("set CONSOLE_URL");
  expect((await client.send("GET", "/")).body).not.toHaveProperty("console");
});
