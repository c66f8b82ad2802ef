import { createServer } from "node:net";

/**
 * Below the ports that systems give to connections and to whoever listens on port 0 (Linux: from 32,768): they do not take
 * such a port before its server binds it, nor while the server restarts.
 */
const portMin = 20_000;
const portMax = 32_767;
const triesMax = 1_000;
/** Processes that look at the same time begin at different places. */
const stepOfProcess = 97;

let next = portMin + ((process.pid * stepOfProcess) % (portMax - portMin + 1));

/**
 * A port of `host` on which nothing listened a moment ago. The process gets each one again only after all others.
 * @throws the system's error if `host` cannot be listened on.
 */
export async function findFreePort(host: string): Promise<number> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const port = next;
    next = port === portMax ? portMin : port + 1;
    if (await isFree(host, port)) return port;
  }
  throw new Error(`No free port on ${host} from ${portMin} to ${portMax}.`);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    });
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
