import { sessionMarkOf } from "./session.cookie.ts";

/**
 * Takes a page off the screen once its session has ended.
 * @param token that of the session; undefined for pages that anybody may see. Those tell the other tabs to look.
 */
export const SessionScript = ({ token }: { readonly token: string | undefined }) => (
  <>
    {token !== undefined && <meta name="session" content={sessionMarkOf(token)} />}
    <script src="/assets/session.js" type="module" />
  </>
);
