import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { ListenError } from "@rewards/runtime";
import { ServiceError } from "./service/log.ts";

/** What listens: its name, its settings, and the port that it takes if none is set. */
export const listeners = {
  api: { label: "API", hostSetting: "HOST", portSetting: "PORT", portDefault: 3000 },
  console: { label: "console", hostSetting: "CONSOLE_HOST", portSetting: "CONSOLE_PORT", portDefault: 3030 },
} as const;

type ListenerKind = keyof typeof listeners;

/** The next ones are easier to remember than any free port. */
const nextPortsMax = 20;
const pollMs = 50;

export interface ChoosePortOptions {
  readonly kind: ListenerKind;
  readonly host: string;
  /** The port to take; undefined for the default one, or another where that is taken. */
  readonly port?: number | undefined;
  /** How long to wait for a taken port, which processes of an earlier run may still hold. */
  readonly waitMsMax: number;
}

/**
 * A port that was free a moment ago; 0 if 0 was asked for.
 * @throws ServiceError if the requested port is taken, or the host is not an address of this machine.
 */
export async function choosePort({ kind, host, port, waitMsMax }: ChoosePortOptions): Promise<number> {
  const { portDefault, ...settings } = listeners[kind];
  const wanted = port ?? portDefault;
  const refusal = await refusalAfterWait(host, wanted, waitMsMax);
  if (refusal === undefined) return wanted;
  if (port !== undefined || refusal !== "EADDRINUSE")
    throw new ServiceError(new ListenError({ host, port: wanted, ...settings }, refusal).message);
  for (let next = wanted + 1; next <= wanted + nextPortsMax; next += 1) {
    if ((await tryPort(host, next)) === undefined) return next;
  }
  return findFreePort(host);
}

/** Why a listener has another port than its default one; undefined if it has that, or the port that was asked for. */
export function describeOtherPort({ kind, port }: Pick<ChoosePortOptions, "kind" | "port">, bound: number) {
  const { label, portSetting, portDefault } = listeners[kind];
  if (port !== undefined || bound === portDefault) return undefined;
  return `Port ${portDefault} is taken: the ${label} listens on ${bound} (${portSetting} sets another)`;
}

async function refusalAfterWait(host: string, port: number, waitMsMax: number): Promise<string | undefined> {
  const endsAt = performance.now() + waitMsMax;
  for (;;) {
    const refusal = (await tryPort(host, port))?.code;
    if (refusal !== "EADDRINUSE" || performance.now() >= endsAt) return refusal;
    await delay(pollMs);
  }
}

/** The system's error for listening on the port; undefined if it can be listened on. */
export function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

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
    const refusal = await tryPort(host, port);
    if (refusal === undefined) return port;
    if (refusal.code !== "EADDRINUSE") throw refusal;
  }
  throw new Error(`No free port on ${host} from ${portMin} to ${portMax}.`);
}
