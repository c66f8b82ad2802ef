import { ChangeRefusedError, createClient } from "@rewards/access";
import { ClientDraftError, operatorRight, parseClientDraft, rightsBeyond } from "@rewards/domain";
import { type Action, InputError } from "../action/action.ts";
import { SuspectError } from "../page/page.error.ts";
import { RightsChoice, rightsField } from "./clients.rights.tsx";
import { secretPage } from "./clients.secret.tsx";

const back = "/clients";

/** The fields apart from the rights: the text above each, and what may be typed. */
const fields = [
  { name: "name", label: "Name, for people", required: true, maxlength: 64 },
  {
    name: "programmes",
    label: "Only these programmes, by BusinessID, separated by spaces (empty: all)",
    maxlength: 1_000,
  },
  { name: "stores", label: "Only these stores, by StoreCode, separated by spaces (empty: all)", maxlength: 1_000 },
  { name: "largestAdjustment", label: "The largest amount of one AddBalance (empty: any)", maxlength: 32 },
  { name: "expires", label: "When it ends, such as 2027-01-31T00:00:00Z (empty: never)", maxlength: 32 },
] as const;

/** Makes a client, with rights that its maker has. */
export const createClientAction: Action = {
  path: "/clients/create",
  right: operatorRight("clients"),
  ask: ({ input, viewer }) => ({
    title: "Create a client?",
    body: (
      <>
        <p>
          A client is a caller with a credential: a till, an app, an integration. The next page shows its key, once.
          APIs with <code>AUTH=required</code> admit it within two seconds.
        </p>
        {fields.map(({ name, label, ...rest }) => (
          <>
            <label for={name}>{label}</label>
            <input id={name} name={name} {...rest} value={input.get(name) ?? ""} autocomplete="off" />
          </>
        ))}
        <RightsChoice rights={viewer.rights} chosen={input.getAll(rightsField)} />
      </>
    ),
    kept: [],
    button: "Create",
    back,
  }),
  async perform({ input, viewer, author, deps: { sql } }) {
    const client = parse(input);
    refuseBeyond(viewer, client.rights);
    const issued = await createClient(sql, client, author).catch((error: unknown) => {
      throw error instanceof ChangeRefusedError ? new InputError(error.message) : error;
    });
    return secretPage(issued);
  },
};

function parse(input: URLSearchParams) {
  const [name = "", ...limits] = fields.map((field) => input.get(field.name)?.trim() || undefined);
  const [programmes, stores, largestAdjustment, expires] = limits;
  const rights = input.getAll(rightsField).join(" ");
  try {
    return parseClientDraft({ name, rights, programmes, stores, largestAdjustment, expires }, Date.now());
  } catch (error) {
    if (!(error instanceof ClientDraftError)) throw error;
    throw new InputError(`The field ${error.field} ${error.message}`);
  }
}

/**
 * Operators see the keys of the clients that they make or rotate, so they must have all rights of these clients.
 * @throws PageError 403 if the client has a right that its operator does not have.
 */
export function refuseBeyond({ name, rights }: Parameters<Action["ask"]>[0]["viewer"], list: string): void {
  const [beyond] = rightsBeyond(rights, list);
  if (beyond === undefined) return;
  throw new SuspectError(
    "rights",
    403,
    `${name} lacks the right ${beyond}, which the client has.`,
    "Ask an administrator who has every right of the client.",
  );
}
