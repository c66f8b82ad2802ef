import type { AddressInfo, Server } from "node:net";

/**
 * Makes an HTTP server listen; port 0 picks any free port.
 * @returns where it listens, as a URL.
 * @throws the system's error if it cannot listen on the address.
 */
export async function listenOn(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { address, port: bound, family } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`;
}
