import type { Viewer } from "../context.ts";
import { Layout, type MenuEntry } from "./layout.tsx";
import { type PageError, titles } from "./page.error.ts";

interface ErrorPageProps {
  readonly error: PageError;
  /** Undefined before a log-in. */
  readonly viewer: Viewer | undefined;
  readonly menu: readonly MenuEntry[];
  readonly requestId: string;
}

/** Says what is wrong and what to do. The request's number finds it in the log. */
export const ErrorPage = ({ error, viewer, menu, requestId }: ErrorPageProps) => (
  <Layout title={titles[error.status]} isProblem viewer={viewer} menu={menu}>
    <div class="card" role="alert">
      <p>{error.message}</p>
      <p>{error.remedy}</p>
    </div>
    <p class="note">
      Status {error.status}, request <code>{requestId}</code>
    </p>
  </Layout>
);
