import { type Frame, Layout } from "./layout.tsx";
import { type PageError, titles } from "./page.error.ts";

interface ErrorPageProps {
  readonly error: PageError;
  readonly frame: Frame;
  readonly requestId: string;
}

/** Says what is wrong and what to do. Shows the request ID, by which the log can be searched. */
export const ErrorPage = ({ error, frame, requestId }: ErrorPageProps) => (
  <Layout title={titles[error.status]} isProblem frame={frame}>
    <div class="card" role="alert">
      <p>{error.message}</p>
      <p>{error.remedy}</p>
    </div>
    <p class="note">
      Status {error.status}, request <code>{requestId}</code>
    </p>
  </Layout>
);
