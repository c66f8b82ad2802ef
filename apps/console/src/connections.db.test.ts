import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { times } from "../../../test/src/records.ts";
import { openBrowser } from "./testing/browser.ts";
import { logIn, openTestConsole } from "./testing/console.ts";

const test = await openTestConsole();
const { host, hostname, port } = new URL(test.url);

async function send(text: string): Promise<Socket> {
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

const form = (cookie = "") =>
  `POST /login HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 50\r\n\r\n`;

it.each(["", "POST /login HTTP/1.1\r\nHost: ", "a form without its rest"])(
  "while 250 requests of an address never end (%j), it reads pages, logs in and checks the health",
  async (text) => {
    await test.addUser(`user${text.length}`);
    const stranger = openBrowser(test.url);
    await stranger.open("/login");
    const begun = text.startsWith("a form") ? `${form(stranger.cookie)}name=` : text;
    await Promise.all(times(250, () => send(begun)));
    for (const path of times(30, () => "/livez")) expect((await stranger.open(path)).status).toBe(200);
    expect((await logIn(test.url, `user${text.length}`)).page.headers.get("location")).toBe("/");
  },
);

it("a form without the console's cookie is refused before it arrives, and one that does not arrive is given up", async () => {
  const [refused] = (await once(await send(form()), "data")) as [Buffer];
  expect(refused.toString()).toMatch(/^HTTP\/1.1 403 /);
  const stranger = openBrowser(test.url);
  await stranger.open("/login");
  const [late] = (await once(await send(form(stranger.cookie)), "data")) as [Buffer];
  expect(late.toString()).toMatch(/^HTTP\/1.1 4(00|08) /);
});
