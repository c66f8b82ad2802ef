import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { askPacked } from "./support/raw.ts";
import { useSharedStack } from "./support/stack.ts";

const stack = useSharedStack({ workers: 0 });

const get = (path: string, headers: Record<string, string> = {}) => fetch(stack.client.url + path, { headers });
const committed = fileURLToPath(new URL("../../apps/api/openapi.json", import.meta.url));

test("the service serves the committed document", async () => {
  const answer = await get("/openapi.json");
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(await answer.text()).toBe(readFileSync(committed, "utf8"));
});

/** The files that the page loads. */
async function filesOf(page: string): Promise<string[]> {
  const html = await (await get(page)).text();
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path as string);
}

test("the page loads only files from the service, and may load nothing else", async () => {
  const files = await filesOf("/reference");
  expect(files.length).toBeGreaterThan(3);
  for (const path of ["/reference", ...files]) {
    const answer = await get(path);
    expect(answer.status, path).toBe(200);
    const policy = (answer.headers.get("content-security-policy") ?? "").split("; ");
    expect(policy[0]).toBe("default-src 'none'");
    const sources = policy.flatMap((directive) => directive.split(" ").slice(1));
    expect(new Set(sources)).toEqual(new Set(["'none'", "'self'", "'unsafe-inline'", "data:"]));
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  }
  for (const path of files.filter((one) => one.endsWith(".css")))
    expect(await (await get(path)).text()).not.toMatch(/url\(\s*["']?(?:https?:)?\/\//);
});

const guides = ["/docs/integrate", "/docs/interface"];
const allFiles = async () => ["/openapi.json", "/reference", ...guides, ...(await filesOf("/reference"))];

test("files that a browser already has are not sent again, and keep their policy", async () => {
  for (const path of await allFiles()) {
    const { headers } = await get(path);
    expect(headers.get("cache-control")).toBe("public, no-cache");
    const kept = ["etag", "cache-control", "content-security-policy", "referrer-policy", "vary"];
    for (const known of [`"other", W/${headers.get("etag")}`, "*"]) {
      const again = await get(path, { "if-none-match": known });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      expect(kept.map((name) => again.headers.get(name))).toEqual(kept.map((name) => headers.get(name)));
    }
    expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
    const head = await fetch(stack.client.url + path, { method: "HEAD" });
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", headers.get("etag")]);
  }
});

test("the guides load nothing, and what they link to is there", async () => {
  for (const path of guides) {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = answer.headers.get("content-security-policy");
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='; img-src 'self'; /);
    const html = await answer.text();
    expect(html).not.toMatch(/<script|style=|src=/);
    const links = [...html.matchAll(/<a href="([^"#]*)(?:#([^"]+))?"/g)];
    expect(links.length).toBeGreaterThan(4);
    for (const [, target = "", anchor] of links) {
      const linked = await get(target || path);
      expect([target, linked.status]).toEqual([target, 200]);
      const text = await linked.text();
      if (anchor) expect(text).toContain(` id="${anchor}"`);
    }
  }
});

const getRaw = (path: string, headers: Record<string, string>) => askPacked("GET", stack.client.url + path, headers);

test("text is compressed, with a different tag, only for clients that accept gzip", async () => {
  for (const path of await allFiles()) {
    if (path.endsWith(".png")) continue;
    const whole = await getRaw(path, {});
    const packed = await getRaw(path, { "accept-encoding": "br, gzip;q=0.8" });
    expect([whole.headers["content-encoding"], packed.headers["content-encoding"]], path).toEqual([undefined, "gzip"]);
    expect([whole.headers.vary, packed.headers.vary]).toEqual(["Accept-Encoding", "Accept-Encoding"]);
    expect(gunzipSync(packed.bytes).equals(whole.bytes)).toBe(true);
    expect(packed.headers.etag).not.toBe(whole.headers.etag);
    for (const encodings of ["identity", "gzip;q=0", "br", "gzip;q=0.1, identity"])
      expect((await getRaw(path, { "accept-encoding": encodings })).headers.etag).toBe(whole.headers.etag);
    const tag = packed.headers.etag as string;
    const known = await getRaw(path, { "accept-encoding": "gzip", "if-none-match": tag });
    expect([known.statusCode, known.bytes.length, known.headers.vary]).toEqual([304, 0, "Accept-Encoding"]);
    expect((await getRaw(path, { "if-none-match": tag })).statusCode).toBe(200);
  }
  const script = await getRaw("/reference/swagger-ui.js", { "accept-encoding": "gzip" });
  expect(script.bytes.length).toBeLessThan(600_000);
  const icon = await getRaw("/reference/icon.png", { "accept-encoding": "gzip" });
  expect([icon.statusCode, icon.headers["content-encoding"], icon.headers.vary]).toEqual([200, undefined, undefined]);
});

test("the page's paths refuse other methods", async () => {
  const answer = await fetch(`${stack.client.url}/reference`, { method: "POST", body: "{}" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
