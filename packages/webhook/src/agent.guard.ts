import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import type { AddressCheck } from "./address.check.ts";

const connectMsMax = 5_000;
/** For the whole answer. */
export const answerMsMax = 15_000;
/** Connections to one receiver. */
const connectionsMax = 16;

/** The receiver has no address that may be called. Nothing was sent. */
class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
  readonly code = "ADDRESS_REFUSED";

  constructor(host: string) {
    super(`${host} has no address that may be called`);
  }
}

/** Gives only the addresses that may be called, so that no later look-up can give another one. */
function lookUpWith(check: AddressCheck, isEncrypted: boolean): LookupFunction {
  return (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = error ? [] : found.filter(({ address }) => check(address, isEncrypted));
      const [first] = addresses;
      if (!first) done(error ?? new AddressRefusedError(host), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
}

function guardedConnector(check: AddressCheck, isEncrypted: boolean): buildConnector.connector {
  const connect = buildConnector({ timeout: connectMsMax, lookup: lookUpWith(check, isEncrypted) });
  return (options, done) => {
    const host = options.hostname.replace(/^\[|\]$/g, "");
    // Node looks up no name that is an address already.
    if (isIP(host) !== 0 && !check(host, isEncrypted)) return done(new AddressRefusedError(host), null);
    connect(options, (error, socket) => {
      if (error) return done(error, null);
      if (check(socket.remoteAddress ?? "", isEncrypted)) return done(null, socket);
      socket.destroy();
      done(new AddressRefusedError(host), null);
    });
  };
}

/** A client that connects to addresses that may be called and to no other, whatever a name resolves to. */
export function createGuardedAgent(check: AddressCheck): Agent {
  const [encrypted, plain] = [guardedConnector(check, true), guardedConnector(check, false)];
  return new Agent({
    connections: connectionsMax,
    headersTimeout: answerMsMax,
    bodyTimeout: answerMsMax,
    connect: (options, done) => (options.protocol === "https:" ? encrypted : plain)(options, done),
  });
}
