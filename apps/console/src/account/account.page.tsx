import { ActionLink } from "../action/action.tsx";
import type { Viewer } from "../context.ts";
import { Facts, Table } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import {
  accountPath,
  changePasswordAction,
  endOthersAction,
  endSessionAction,
  type OwnAccount,
  readOwnAccount,
  sessionField,
} from "./account.change.tsx";

/** The viewer's own password and sessions. */
export const accountPage: Page = {
  path: accountPath,
  right: null,
  async show(_, viewer, deps) {
    const account = await readOwnAccount(viewer, deps);
    return { title: "Your account", body: <OwnPage account={account} viewer={viewer} /> };
  },
};

interface OwnPageProps {
  readonly account: OwnAccount;
  readonly viewer: Viewer;
}

const OwnPage = ({ account: { passwordAt, sessions }, viewer }: OwnPageProps) => (
  <>
    <Facts
      facts={[
        ["Name", viewer.name],
        ["Password", passwordAt === null ? "none: you log in through the identity provider" : `set at ${passwordAt}`],
        ["One-time codes", viewer.hasCodes ? "asked at each log-in" : "none"],
      ]}
    />
    {passwordAt !== null && (
      <p class="buttons">
        <ActionLink action={changePasswordAction} viewer={viewer}>
          Change password
        </ActionLink>
      </p>
    )}
    <h2>Your sessions</h2>
    <Table
      caption="Browsers in which you are logged in, the latest used first; times in UTC"
      head={["Began", "Action", "Used", "Ends at the latest", "State"]}
      rows={sessions.map((one) => [
        one.createdAt,
        one.isCurrent ? null : (
          <ActionLink action={endSessionAction} viewer={viewer} fields={{ [sessionField]: one.id }}>
            End<span class="hidden"> the session that began at {one.createdAt}</span>
          </ActionLink>
        ),
        one.usedAt,
        one.endsAt,
        one.isCurrent ? "this one" : one.isCodeDue ? "waits for a one-time code" : "open",
      ])}
    />
    <p class="buttons">
      <ActionLink action={endOthersAction} viewer={viewer}>
        End all others
      </ActionLink>
    </p>
  </>
);
