import type { TcpNetConnectOpts } from "node:net";
import { setPriority } from "node:os";
import { answerParent } from "../asked.ts";
import { startCaller } from "./caller.ts";
import { callerClasses, type HostileSpec } from "./callers.ts";

/** Remote callers would use none of this machine's cores, so these yield to the service, the tills and the servers. */
setPriority(10);

/** All of 127.0.0.0/8 is this machine; the tills come from 127.0.0.1. */
const addressOf = (n: number, addresses: number): Pick<TcpNetConnectOpts, "localAddress"> =>
  addresses === 0 ? {} : { localAddress: `127.0.0.${2 + (n % addresses)}` };

/** The question starts the callers. They call until this process ends. */
answerParent(async ({ url, records, names, share, addresses }: HostileSpec) => {
  const { hostname: host, port } = new URL(url);
  for (const name of names) {
    const { callers, behaviour, requests } = callerClasses[name];
    const make = requests(records);
    const isHead = make(0).toString("latin1", 0, 5) === "HEAD ";
    let asked = 0;
    const next = () => make(asked++);
    for (let n = 0; n < Math.max(1, Math.round(callers * share)); n += 1) {
      const target = { host, port: Number(port), noDelay: true, ...addressOf(n, addresses) };
      startCaller({ target, behaviour, next, isHead });
    }
  }
  return true;
});
