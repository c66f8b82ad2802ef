import { ChangeRefusedError, type ClientAuthor, createClient, type IssuedSecret } from "@rewards/access";
import {
  allRights,
  ClientDraftError,
  clientLimits,
  formatClientKey,
  isGranted,
  type LimitName,
  limitNames,
  operatorRight,
  parseClientDraft,
  type Rights,
  rightsBeyond,
} from "@rewards/domain";
import type { Action, ActionCall } from "../action/action.tsx";
import { capitalised, Facts } from "../page/elements.tsx";
import { InputError, SuspectError } from "../page/page.error.ts";
import type { Content } from "../page/page.ts";

const back = "/clients";

function limitField({ of, text }: (typeof clientLimits)[LimitName]) {
  const [label, maxlength] = of === "list" ? [`${text}, separated by spaces`, 1_000] : [text, 32];
  return { label: `${capitalised(label)} (empty: any)`, maxlength };
}

/** The fields apart from the rights: the text above each, and what may be typed. */
const fields = [
  { name: "name", label: "Name, for people", required: true, maxlength: 64 },
  ...limitNames.map((name) => ({ name, ...limitField(clientLimits[name]) })),
  { name: "expires", label: "Ends at the beginning of this day, UTC (empty: never)", type: "date" },
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
          A client is a caller with a credential: a till, an app, an integration. The next page shows its key, once. It
          is in force at once.
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
    const issued = await createClient(sql, client, byViewer({ viewer, author })).catch((error: unknown) => {
      throw error instanceof ChangeRefusedError ? new InputError(error.message) : error;
    });
    return secretPage(issued);
  },
};

function parse(input: URLSearchParams) {
  const typed = Object.fromEntries(fields.map(({ name }) => [name, input.get(name)?.trim() || undefined]));
  const { name = "", expires: day, ...limits } = typed;
  const rights = input.getAll(rightsField).join(" ");
  const expires = day && `${day}T00:00:00Z`;
  try {
    return parseClientDraft({ name, rights, expires, ...limits }, Date.now());
  } catch (error) {
    if (!(error instanceof ClientDraftError)) throw error;
    throw new InputError(`The field ${error.field} ${error.message}`);
  }
}

/**
 * Operators see the keys of the clients that they make or rotate, and take the rights of those that they revoke, so they
 * must have all rights of these clients.
 * @throws PageError 403 if the client has a right that its operator does not have.
 */
export function refuseBeyond({ name, rights }: ActionCall["viewer"], list: string): void {
  const [beyond] = rightsBeyond(rights, list);
  if (beyond === undefined) return;
  throw new SuspectError(
    "rights",
    403,
    `${name} lacks the right ${beyond}, which the client has.`,
    "Ask an administrator who has every right of the client.",
  );
}

/** The viewer's session proves to Postgres who changes a client. */
export const byViewer = ({ viewer, author }: Pick<ActionCall, "viewer" | "author">): ClientAuthor => ({
  ...author,
  ...(viewer.token !== undefined && { session: viewer.token }),
});

const rightsField = "rights";

const familyOf = (right: string) => right.slice(0, right.indexOf(":"));

/** The rights that the viewer may give away, by the part before the colon. */
function familiesOf(rights: Rights): Map<string, string[]> {
  const families = new Map<string, string[]>();
  for (const right of allRights) {
    if (!isGranted(rights, right)) continue;
    const family = familyOf(right);
    families.set(family, [...(families.get(family) ?? []), right]);
  }
  return families;
}

/** Boxes for the rights of a client: all of a kind, or one by one. */
const RightsChoice = ({ rights, chosen }: { readonly rights: Rights; readonly chosen: readonly string[] }) => (
  <fieldset class="rights">
    <legend>Rights</legend>
    {[...familiesOf(rights)].map(([family, own]) => {
      const total = allRights.filter((right) => familyOf(right) === family).length;
      const isOpen = own.some((right) => chosen.includes(right));
      return (
        <div>
          {own.length === total && <Box right={`${family}:*`} label={`${family}: all`} chosen={chosen} />}
          <details open={isOpen}>
            <summary>{`${family}: one by one`}</summary>
            {own.map((right) => (
              <Box right={right} label={right} chosen={chosen} />
            ))}
          </details>
        </div>
      );
    })}
  </fieldset>
);

const Box = ({
  right,
  label,
  chosen,
}: {
  readonly right: string;
  readonly label: string;
  readonly chosen: readonly string[];
}) => (
  <label class="box">
    <input type="checkbox" name={rightsField} value={right} checked={chosen.includes(right)} /> {label}
  </label>
);

/** The only page that shows a secret, once. */
export function secretPage({ clientID, clientSecret }: IssuedSecret, more?: string): Content {
  const facts = [
    ["Client ID", <code>{clientID}</code>],
    ["Secret", <code>{clientSecret}</code>],
    ["Key", <code>{formatClientKey(clientID, clientSecret)}</code>],
  ] as const;
  return {
    title: "The client's key",
    body: (
      <>
        <p class="card problem">Copy secret and key now: they are not shown again.</p>
        <Facts facts={facts} />
        <p>
          The client sends the key with every call: <code>Authorization: Bearer &lt;key&gt;</code>
        </p>
        {more !== undefined && <p>{more}</p>}
        <a href="/clients">To the clients</a>
      </>
    ),
  };
}
