import { createServer } from "node:net";

/** A port of `host` on which nothing listened a moment ago. */
export function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === "object") resolve(address.port);
        else reject(new Error(`No free port on ${host}.`));
      });
    });
  });
}
