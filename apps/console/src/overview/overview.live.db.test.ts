import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { openBrowser } from "../testing/browser.ts";
import { logIn, openTestConsole } from "../testing/console.ts";

const test = await openTestConsole({ streamsMax: 2 });
const { sql, url } = test;

interface Event {
  readonly name: string;
  readonly data: string;
}

/** The events of a stream, one after the other; `undefined` at its end. */
async function watch(base: string, cookie: string | undefined, path = "/live") {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const answer = await fetch(base + path, {
    headers: cookie === undefined ? {} : { cookie },
    redirect: "manual",
    signal: stop.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  async function next(): Promise<Event | undefined> {
    for (;;) {
      const [, whole, name = "", data = ""] = /^(event: (.*)\ndata: (.*)\n\n)/.exec(text) ?? [];
      if (whole !== undefined) {
        text = text.slice(whole.length);
        return { name, data };
      }
      const read = await reader?.read();
      if (!read || read.done) return undefined;
      text += read.value;
    }
  }
  return { answer, next, leave: () => stop.abort() };
}

it("sends the overview again and again to a user with operator:list, and ends with the log-out", async () => {
  await test.addUser("ann");
  await test.addUser("bob", "sale:*");
  expect((await watch(url, undefined)).answer.headers.get("location")).toBe("/login");
  expect((await watch(url, (await logIn(url, "bob")).browser.cookie)).answer.status).toBe(403);

  const { browser } = await logIn(url, "ann");
  const { answer, next } = await watch(url, browser.cookie, "/live?window=day");
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  const [parts, charts] = [await next(), await next()];
  expect([parts?.name, charts?.name]).toEqual(["parts", "charts"]);
  expect(JSON.parse(parts?.data ?? "")).toMatchObject({ attention: expect.stringContaining("No worker is connected") });
  const [rate] = JSON.parse(charts?.data ?? "");
  expect([rate.names, rate.data[0].length, rate.data[1].length]).toEqual([["Accepted", "Posted"], 144, 144]);
  await sql`update console_session set used_at = clock_timestamp() - interval '20 minutes' where user_name = 'ann'`;
  expect((await next())?.name).toBe("parts");
  const [{ isOld } = {}] = await sql<{ isOld: boolean }[]>`
    select used_at < clock_timestamp() - interval '19 minutes' as "isOld" from console_session where user_name = 'ann'`;
  // A page that is only open keeps no session alive.
  expect(isOld).toBe(true);
  await browser.open("/health");
  await browser.send("/logout", {});
  let event = await next();
  while (event?.name === "parts" || event?.name === "charts") event = await next();
  expect([event?.name, await next()]).toEqual(["end", undefined]);
});

it("has a bounded number of streams; one that is left makes room", async () => {
  await test.addUser("eve");
  const { cookie } = (await logIn(url, "eve")).browser;
  const streams = [await watch(url, cookie), await watch(url, cookie)];
  for (const { answer } of streams) expect(answer.status).toBe(200);
  const { answer } = await watch(url, cookie);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "60"]);
  streams[0]?.leave();
  await expect.poll(async () => (await watch(url, cookie)).answer.status, { timeout: 60_000 }).toBe(200);
});

it("says that the state cannot be read while Postgres is away, and goes on", async () => {
  const silent = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;
  const away = await test.startAnother({ databaseUrl: `postgres://me@127.0.0.1:${port}/none`, isAuthRequired: false });
  const { next } = await watch(away, undefined);
  expect([(await next())?.name, (await next())?.name]).toEqual(["fault", "fault"]);
});

it("the overview shows charts with a table each, of the last hour or the last day, without a script too", async () => {
  const browser = openBrowser(await test.startAnother({ isAuthRequired: false }));
  const hour = await browser.open("/health");
  expect(hour.text.match(/<th [^>]+>\d{4}-/g)).toHaveLength(120);
  expect(hour.text).toMatch(/Records a second[\s\S]*As a table[\s\S]*Lag, from accepted to settled[\s\S]*As a table/);
  expect((await browser.open("/health?window=day")).text.match(/<th [^>]+>\d{4}-/g)).toHaveLength(288);
});
