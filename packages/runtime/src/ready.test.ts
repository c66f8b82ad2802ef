import { expect, test } from "vitest";
import { notifyReady } from "./ready.ts";

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
