import { isGranted } from "@rewards/domain";
import { auditPage } from "./audit/audit.page.tsx";
import { clientsPage } from "./clients/clients.page.tsx";
import type { Viewer } from "./context.ts";
import { deadLetterPage } from "./dead-letters/dead-letters.inspect.page.tsx";
import { deadLettersPage } from "./dead-letters/dead-letters.page.tsx";
import { overviewPage } from "./overview/overview.page.tsx";
import type { MenuEntry } from "./page/layout.tsx";
import type { Page } from "./page/page.ts";
import { jobPage } from "./queue/queue.job.page.tsx";
import { queuePage } from "./queue/queue.page.tsx";

/** Every page behind the log-in, in the order of the menu. */
export const pages: readonly Page[] = [
  overviewPage,
  deadLettersPage,
  deadLetterPage,
  queuePage,
  jobPage,
  clientsPage,
  auditPage,
];

/** The pages that the viewer may see. */
export const menuOf = ({ rights }: Viewer): MenuEntry[] =>
  pages.flatMap(({ path, menu, right }) => (menu !== undefined && isGranted(rights, right) ? [{ path, menu }] : []));
