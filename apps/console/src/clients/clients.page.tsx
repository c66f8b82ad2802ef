import { type ListedClient, listClients } from "@rewards/access";
import { describeClientScope, operatorRight } from "@rewards/domain";
import { formatCount } from "@rewards/runtime";
import { ActionLink } from "../action/action.tsx";
import type { Viewer } from "../context.ts";
import { Table } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { clientField, revokeClientAction, rotateClientAction } from "./clients.change.tsx";
import { createClientAction } from "./clients.create.tsx";

const path = "/clients";
const rowsMax = 200;

/** The callers with a credential. */
export const clientsPage: Page = {
  path,
  menu: "API clients",
  right: operatorRight("clients"),
  async show(c, viewer, { sql }) {
    const name = c.req.query("name") ?? "";
    const isNamed = (one: ListedClient) =>
      [one.name, one.clientID].some((text) => text.toLowerCase().includes(name.toLowerCase()));
    const clients = (await listClients(sql)).filter(isNamed);
    return { title: "Clients", body: <Clients clients={clients} name={name} viewer={viewer} /> };
  },
};

interface ClientsProps {
  readonly clients: readonly ListedClient[];
  readonly name: string;
  readonly viewer: Viewer;
}

const Clients = ({ clients, name, viewer }: ClientsProps) => (
  <>
    <form method="get" action={path} class="filter">
      <label for="name">Name or ID</label>
      <input id="name" name="name" maxlength={64} value={name} autocapitalize="none" spellcheck={false} />
      <button type="submit" class="quiet">
        Show
      </button>
      <ActionLink action={createClientAction} viewer={viewer}>
        Create a client
      </ActionLink>
    </form>
    {clients.length === 0 ? (
      <p>There is no such client.</p>
    ) : (
      <Table
        caption="Clients, the latest first"
        head={["Name", "", "Status", "Client ID", "Created", "Expires", "Old secret until", "Limits", "Rights"]}
        rows={clients
          .slice(0, rowsMax)
          .map((one) => [
            one.name,
            <ClientActions client={one} viewer={viewer} />,
            one.status,
            one.clientID,
            one.createdAt,
            one.expiresAt ?? "never",
            one.status === "revoked" ? "" : (one.earlierUntil ?? ""),
            describeClientScope(one) || "none",
            <span class="wide">{one.rights}</span>,
          ])}
      />
    )}
    {clients.length > rowsMax && (
      <p class="note">
        {`These are ${rowsMax} of ${formatCount(clients.length)}: type a part of the name to see others.`}
      </p>
    )}
  </>
);

const ClientActions = ({ client, viewer }: { readonly client: ListedClient; readonly viewer: Viewer }) => {
  const fields = { [clientField]: client.clientID };
  if (client.status === "revoked") return null;
  return (
    <>
      <ActionLink action={rotateClientAction} viewer={viewer} fields={fields}>
        Rotate<span class="hidden"> {client.name}</span>
      </ActionLink>{" "}
      <ActionLink action={revokeClientAction} viewer={viewer} fields={fields}>
        Revoke<span class="hidden"> {client.name}</span>
      </ActionLink>
    </>
  );
};
