import type { Viewer } from "../context.ts";
import { Layout } from "./layout.tsx";
import { type PageError, titles } from "./page.error.ts";

interface ErrorPageProps {
  readonly error: PageError;
  readonly viewer: Viewer | undefined;
  readonly requestId: string;
}

/** Says what is wrong and what to do. The request's number finds it in the log. */
export const ErrorPage = ({ error, viewer, requestId }: ErrorPageProps) => (
  <Layout title={titles[error.status]} isProblem viewer={viewer}>
    <div class="card" role="alert">
      <p>{error.message}</p>
      <p>{error.remedy}</p>
    </div>
    <p class="note">
      Status {error.status}, request <code>{requestId}</code>
    </p>
  </Layout>
);
