import { expect, test } from "vitest";
import { ConfigError } from "./config.ts";
import { ListenError } from "./listen.ts";
import { notifyReady, runMain } from "./main.ts";

async function record(main: () => Promise<void>) {
  const lines: string[] = [];
  const logged: unknown[] = [];
  const codes: number[] = [];
  await runMain("api", main, {
    writeError: (line) => lines.push(line),
    exit: (code) => codes.push(code),
    logger: { fatal: (fields: unknown) => logged.push(fields) } as never,
  });
  return { lines, logged, codes };
}

test("a wrong configuration is one line and exit 1", async () => {
  const main = async () => {
    throw new ConfigError("PORT is wrong");
  };
  expect(await record(main)).toEqual({ lines: ["api: PORT is wrong"], logged: [], codes: [1] });
});

test("any other error of the start is logged and exits 1", async () => {
  const err = new Error("port in use");
  const main = async () => {
    throw err;
  };
  expect(await record(main)).toEqual({ lines: [], logged: [{ err }], codes: [1] });
});

test("a taken port is one log line with its remedy, and exit 1", async () => {
  const place = { host: "127.0.0.1", port: 3000, hostSetting: "HOST", portSetting: "PORT" };
  const { lines, logged, codes } = await record(() => Promise.reject(new ListenError(place, "EADDRINUSE")));
  expect({ lines, codes }).toEqual({ lines: [], codes: [1] });
  expect(logged).toEqual([{ host: "127.0.0.1", port: 3000, code: "EADDRINUSE" }]);
});

test("a start that succeeds leaves the process running", async () => {
  expect(await record(async () => {})).toEqual({ lines: [], logged: [], codes: [] });
});

test("a parent receives the message, with the URL if there is one", () => {
  const sent: unknown[] = [];
  const parent = { send: (message: unknown) => sent.push(message) > 0 };
  notifyReady({ url: "http://127.0.0.1:8080" }, parent);
  notifyReady({}, parent);
  expect(sent).toEqual([{ type: "ready", url: "http://127.0.0.1:8080" }, { type: "ready" }]);
});

test("without a parent nothing happens", () => {
  expect(() => notifyReady({ url: "http://127.0.0.1:8080" }, {})).not.toThrow();
});
