import type { TcpNetConnectOpts } from "node:net";
import { setPriority } from "node:os";
import { answerParent } from "../asked.ts";
import { startCaller, type Tally } from "./caller.ts";
import { callerClasses, type HostileQuestion, type HostileSpec } from "./callers.ts";

/** Remote callers would use none of this machine's cores, so these yield to the service, the tills and the servers. */
const niceness = 10;
const headMethod = "HEAD ";

const emptyTally = (): Tally => ({ asked: 0, opened: 0, cut: 0, bytes: 0, statuses: {} });

function startAll({ url, records, names, share, addresses }: HostileSpec, tally: Tally): (() => void)[] {
  const { hostname: host, port } = new URL(url);
  return names.flatMap((name) => {
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

let tally = emptyTally();
let stops: (() => void)[] = [];

setPriority(niceness);
/** The first question starts the callers; the next one stops them and returns what they got. */
answerParent(async (question: HostileQuestion): Promise<Tally> => {
  if (question !== "stop") {
    tally = emptyTally();
    stops = startAll(question.start, tally);
  } else for (const stop of stops.splice(0)) stop();
  return tally;
});
