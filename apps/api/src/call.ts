import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Author, ObjectInfo, Source } from "@rewards/db";
import {
  AppError,
  actionOf,
  actionRight,
  callerUser,
  everyRight,
  isActor,
  isGranted,
  type ObjectDefinition,
  type OperatorFunction,
  operatorRight,
  type Rights,
  type Scope,
  unlimited,
  unnamedActor,
} from "@rewards/domain";
import { forwardedAddress, networkOf } from "@rewards/runtime";
import type { Context } from "hono";
import type { Answer } from "./answer.ts";

export const apiRoot = "/dx/api/application/v2";
export const operatorRoot = "/ops/v1";

/** Who sent a call, and what they may do. */
export interface Caller {
  /** `CreateUser` and `UpdateUser` of what they change; also the scope of their idempotency keys. */
  readonly user: string;
  readonly rights: Rights;
  /** What they are limited to. What lies outside does not exist for them. */
  readonly scope: Scope;
  /** Whether the credential says who they are. Others have no limits of a client, and operators name themselves. */
  readonly isNamed: boolean;
  /** A user of the console, for whom it calls. */
  readonly isOfConsole?: true;
}

export interface ApiBindings {
  readonly incoming: IncomingMessage;
  readonly outgoing: Answer;
  /** Set before a handler runs. */
  caller: Caller;
}

export type ApiContext = Context<{ Bindings: ApiBindings }>;
/** Finds who sent a call, by its headers alone. Mostly without a promise, because every call waits for it. */
export type Authenticate = (c: ApiContext) => Caller | Promise<Caller>;

/** Shared: hundreds of callers may disconnect at once, and creating an error for each would delay the others. */
export const callerGone = new AppError("Error_Body_Malformed", undefined, { reason: "the connection was closed" });

/** Every caller while no credentials are required. */
export const anybody: Caller = { user: callerUser, rights: everyRight, scope: unlimited, isNamed: false };

/**
 * Admits everybody, while no credentials are required. A right credential has its line in the log all the same, so that
 * operators see who sends one already. Wrong ones, and a check that fails, have no effect.
 */
export function admitAnybody(authenticate: Authenticate): Authenticate {
  const look = async (c: ApiContext) => authenticate(c);
  return (c) => {
    if (c.env.incoming.headers.authorization !== undefined) look(c).catch(() => undefined);
    return anybody;
  };
}

/** @throws AppError 403, which names the right, if the caller does not have it. */
export function demandRight({ rights }: Pick<Caller, "rights">, right: string): void {
  const code = "Error_Right_Missing";
  if (!isGranted(rights, right))
    throw new AppError(code, [{ code, text: `The credential lacks the right ${right}.` }], { right });
}

/**
 * Admits the caller once more, to a call that lasts: the client may have been revoked or limited meanwhile.
 * @param authenticate undefined while no credentials are required.
 * @throws AppError 401, or 403 without the right.
 */
export async function admitAgain(c: ApiContext, authenticate: Authenticate | undefined, right: string): Promise<void> {
  if (authenticate) c.env.caller = await authenticate(c);
  demandRight(c.env.caller, right);
}

/** As `demandRight`, for a function of operators. */
export const demandFunction = (caller: Caller, name: OperatorFunction) => demandRight(caller, operatorRight(name));

const ofSockets = new WeakMap<Socket, string>();
const ofForwarded = new WeakMap<IncomingMessage, string>();

/** The network of a connection, computed once: every request and every body needs it. */
export function networkOfSocket(socket: Socket): string {
  const network = ofSockets.get(socket) ?? networkOf(socket.remoteAddress);
  ofSockets.set(socket, network);
  return network;
}

/** Keeps which network a request comes from if it came through `proxies` proxies. Call it before anything asks. */
export function noteForwarded(incoming: IncomingMessage, proxies: number): void {
  const header = incoming.headers["x-forwarded-for"];
  const address = forwardedAddress(typeof header === "string" ? header : undefined, proxies);
  if (address !== undefined) ofForwarded.set(incoming, networkOf(address));
}

/** The network of a caller: that of its connection, or the one that the proxies of PROXIES saw. */
export function networkOfRequest(incoming: IncomingMessage): string {
  return ofForwarded.get(incoming) ?? networkOfSocket(incoming.socket);
}

/** The actor of a call with a wrong credential, whose real name is unknown. */
const stranger = "stranger";

/** The author of a call, for the audit: the user that its changes have. */
export const authorOf = (c: ApiContext): Author => authorNamed(c, c.env.caller.user);

export const strangerOf = (c: ApiContext): Author => authorNamed(c, stranger);

/**
 * The author of an operator's call: the client, or the name in the header `X-Operator` if the call has the operator
 * token.
 * @throws AppError 400 if that name is not printable or too long.
 */
export function operatorOf(c: ApiContext): Author {
  const { isNamed, user } = c.env.caller;
  const actor = isNamed ? user : (c.req.header("x-operator") ?? unnamedActor);
  if (!isActor(actor)) throw new AppError("Error_Header_Malformed");
  return authorNamed(c, actor);
}

/**
 * The key by which callers take turns: a client at an address. Clients behind a proxy share its address, and one of them
 * must not keep the others waiting.
 */
export const turnOf = ({ env: { caller, incoming } }: ApiContext): string =>
  `${caller.user} ${networkOfRequest(incoming)}`;

const authorNamed = (c: ApiContext, actor: string): Author => ({ actor, ...sourceOf(c) });

/** Where a call comes from, for the audit. */
export function sourceOf({ env: { incoming, outgoing } }: ApiContext): Source {
  return { origin: networkOfRequest(incoming), requestId: outgoing.requestId };
}

/** The object, with those of its available actions that the caller may run. */
export function withReachedActions(info: ObjectInfo, definition: ObjectDefinition, rights: Rights): ObjectInfo {
  const isReached = (name: string) => {
    const action = actionOf(definition, name);
    return action !== undefined && isGranted(rights, actionRight(action));
  };
  return { ...info, availableActions: info.availableActions.filter(({ ID }) => isReached(ID)) };
}
