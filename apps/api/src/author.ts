import type { Author, Source } from "@rewards/db";
import { AppError, isActor, unnamedActor } from "@rewards/domain";
import { networkOfRequest } from "./connections/address.ts";
import type { ApiContext } from "./context.ts";

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
