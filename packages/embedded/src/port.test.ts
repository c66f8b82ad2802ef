import { createServer, type Server } from "node:net";
import { afterEach, expect, it } from "vitest";
import { choosePort, describeOtherPort, findFreePort } from "./port.ts";
import { ServiceError } from "./service/log.ts";

const host = "127.0.0.1";
let servers: Server[] = [];

afterEach(async () => {
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  servers = [];
});

/** Whether this call, and nobody else, took the port. */
function take(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, host, () => {
      servers.push(server);
      resolve(true);
    });
  });
}

it("a port that was asked for and is taken is refused, and named", async () => {
  const port = await findFreePort(host);
  await take(port);
  const choice = choosePort({ kind: "api", host, port, waitMsMax: 0 });
  await expect(choice).rejects.toThrow(ServiceError);
  await expect(choice).rejects.toThrow(`port ${port}: another program listens there`);
});

it("if no port is asked for, a taken default port is skipped", async () => {
  await take(3000);
  const port = await choosePort({ kind: "api", host, waitMsMax: 0 });
  expect(port).not.toBe(3000);
  expect(await take(port)).toBe(true);
  expect(describeOtherPort({ kind: "api" }, port)).toBe(
    `Port 3000 is taken: the API listens on ${port} (PORT sets another)`,
  );
});

it("a port that was asked for, and the default one, need no explanation", () => {
  expect(describeOtherPort({ kind: "console" }, 3030)).toBeUndefined();
  expect(describeOtherPort({ kind: "console", port: 3031 }, 3031)).toBeUndefined();
});

it("a port that comes free in time is waited for", async () => {
  const port = await findFreePort(host);
  await take(port);
  const choice = choosePort({ kind: "api", host, port, waitMsMax: 5_000 });
  servers.pop()?.close();
  expect(await choice).toBe(port);
});

it("an address of another machine is refused", async () => {
  await expect(choosePort({ kind: "console", host: "192.0.2.1", port: 0, waitMsMax: 0 })).rejects.toThrow(
    "CONSOLE_HOST is not an address of this machine",
  );
});
