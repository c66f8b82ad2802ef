import type { TcpNetConnectOpts } from "node:net";
import { startCaller, type Tally } from "./caller.ts";
import { callerClasses, isCallerName } from "./callers.ts";
import type { HostileRecords } from "./requests.ts";

/** What the process of the hostile callers does until its parent ends it. */
interface HostileSpec {
  readonly url: string;
  readonly records: HostileRecords;
  /** Classes by name; several run at once. */
  readonly names: readonly string[];
  /** Share of each class's callers, in (0, 1]; at least one caller. */
  readonly share: number;
  /** Number of local addresses that they come from; 0 for the tills' address. */
  readonly addresses: number;
}

/** What the callers got. */
export interface HostileResult {
  /** Complete answers that were read, by status. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Bytes of those answers' bodies. */
  readonly bytes: number;
  readonly opened: number;
  /** Connections that the service ended or did not accept. */
  readonly cut: number;
}

export type HostileQuestion = { readonly start: HostileSpec } | "stop";

/** The first question starts the callers; the next one stops them and returns what they got. */
export function createHostile(): (question: HostileQuestion) => Promise<HostileResult> {
  let tally = emptyTally();
  let stops: (() => void)[] = [];
  return async (question) => {
    if (question !== "stop") {
      tally = emptyTally();
      stops = startAll(question.start, tally);
    } else for (const stop of stops.splice(0)) stop();
    const { statuses, bytes, opened, cut } = tally;
    return { statuses: { ...statuses }, bytes, opened, cut };
  };
}

const headMethod = "HEAD ";

const emptyTally = (): Tally => ({ asked: 0, opened: 0, cut: 0, bytes: 0, statuses: {} });

function startAll({ url, records, names, share, addresses }: HostileSpec, tally: Tally): (() => void)[] {
  const { hostname: host, port } = new URL(url);
  return names.flatMap((name) => {
    if (!isCallerName(name)) throw new Error(`no class of callers is named ${name}`);
    const { callers, behaviour, requests } = callerClasses[name];
    const next = requests(records);
    const isHead = next(0).toString("latin1", 0, headMethod.length) === headMethod;
    return Array.from({ length: Math.max(1, Math.round(callers * share)) }, (_, n) => {
      const target = { host, port: Number(port), noDelay: true, ...addressOf(n, addresses) };
      return startCaller({ target, behaviour, next, isHead, tally });
    });
  });
}

/** All of 127.0.0.0/8 is this machine; the tills come from 127.0.0.1. */
function addressOf(n: number, addresses: number): Pick<TcpNetConnectOpts, "localAddress"> {
  return addresses === 0 ? {} : { localAddress: `127.0.0.${2 + (n % addresses)}` };
}
