import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { ListenError } from "@rewards/runtime";
import { findFreePort } from "../port/find.ts";
import { ServiceError } from "./error.ts";

/** What listens: its name, its settings, and the port that it takes if none is set. */
const listeners = {
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
    if ((await refusalOf(host, next)) === undefined) return next;
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
    const refusal = await refusalOf(host, port);
    if (refusal !== "EADDRINUSE" || performance.now() >= endsAt) return refusal;
    await delay(pollMs);
  }
}

/** The system's error code for listening on the port; undefined if it can be listened on. */
function refusalOf(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
