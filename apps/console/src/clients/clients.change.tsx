import { ChangeRefusedError, type ListedClient, listClients, revokeClient, rotateClient } from "@rewards/access";
import type { Sql } from "@rewards/db";
import { keepHoursDefault, operatorRight, parseKeepHours } from "@rewards/domain";
import type { Action } from "../action/action.tsx";
import { InputError, PageError } from "../page/page.error.ts";
import { byViewer, refuseBeyond, secretPage } from "./clients.create.tsx";

export const clientField = "client";
const back = "/clients";
const right = operatorRight("clients");

/** Gives a client a new secret. The operator sees the key, so they need all rights of the client. */
export const rotateClientAction: Action = {
  path: "/clients/rotate",
  right,
  async ask({ input, deps: { sql } }) {
    const { clientID, name } = await findClient(sql, input);
    return {
      title: `Rotate the secret of ${name}?`,
      body: (
        <>
          <p>
            The next page shows the new key of {clientID}, once. The secret before, and the tokens that were asked for
            with it, stay valid for this time; an older one ends at once.
          </p>
          <label for="keepHours">Hours</label>
          <input
            id="keepHours"
            name="keepHours"
            inputmode="numeric"
            required
            maxlength={4}
            value={input.get("keepHours") ?? keepHoursDefault}
          />
        </>
      ),
      kept: [clientField],
      button: "Rotate",
      back,
    };
  },
  async perform({ input, viewer, author, deps: { sql } }) {
    const keepMs = parseKeepHours(input.get("keepHours") ?? "");
    if (keepMs === undefined) throw new InputError("Hours must be an integer from 0 to 8760.");
    const { clientID, rights } = await findClient(sql, input);
    refuseBeyond(viewer, rights);
    const issued = await rotateClient(sql, clientID, keepMs, byViewer({ viewer, author })).catch(refuse);
    return secretPage(issued, `The secret before is valid until ${issued.earlierUntil.toISOString()}.`);
  },
};

/** Revokes a client, which takes its rights away: the operator needs them all. This cannot be undone. */
export const revokeClientAction: Action = {
  path: "/clients/revoke",
  right,
  async ask({ input, deps: { sql } }) {
    const { clientID, name } = await findClient(sql, input);
    return {
      title: `Revoke ${name}?`,
      body: <p>APIs refuse {clientID} and its tokens within two seconds, for good. This cannot be undone.</p>,
      kept: [clientField],
      button: "Revoke",
      back,
    };
  },
  async perform({ input, viewer, author, deps: { sql } }) {
    const { clientID, name, rights } = await findClient(sql, input);
    refuseBeyond(viewer, rights);
    await revokeClient(sql, clientID, byViewer({ viewer, author })).catch(refuse);
    return { to: back, notice: `Revoked: ${name} (${clientID}).` };
  },
};

/** @throws PageError 404 if there is no such client, 409 if it is revoked. */
async function findClient(sql: Sql, input: URLSearchParams): Promise<ListedClient> {
  const id = input.get(clientField) ?? "";
  const client = (await listClients(sql)).find(({ clientID }) => clientID === id);
  if (client === undefined) throw new PageError(404, "There is no such client.", "Choose one of the list.");
  if (client.status !== "revoked") return client;
  throw new PageError(409, `${client.name} is revoked.`, "Create another client.");
}

function refuse(error: unknown): never {
  throw error instanceof ChangeRefusedError ? new PageError(409, error.message, "Look at the list of clients.") : error;
}
