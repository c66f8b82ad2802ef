import { objects } from "@rewards/domain";
import { accountPage } from "./account/account.page.tsx";
import { auditPage } from "./audit/audit.page.tsx";
import { clientsPage } from "./clients/clients.page.tsx";
import type { Viewer } from "./context.ts";
import { deadLetterPage } from "./dead-letters/dead-letters.inspect.page.tsx";
import { deadLettersPage } from "./dead-letters/dead-letters.page.tsx";
import { findPage } from "./find/find.page.tsx";
import { memberPage } from "./member/member.page.tsx";
import { overviewPage } from "./overview/overview.page.tsx";
import type { Frame } from "./page/layout.tsx";
import { isAllowed, type Page } from "./page/page.ts";
import { programmePage, programmesPage } from "./programme/programme.page.tsx";
import { jobPage, queuePage } from "./queue/queue.page.tsx";
import { recordPageOf } from "./record/record.page.tsx";
import { redemptionPage } from "./redemption.page.tsx";
import { rewardPage, rewardsPage } from "./reward.page.tsx";
import { salePage } from "./sale/sale.page.tsx";
import { salesPage } from "./sale/sales.page.tsx";

const own: readonly Page[] = [
  overviewPage,
  deadLettersPage,
  deadLetterPage,
  queuePage,
  jobPage,
  findPage,
  salesPage,
  salePage,
  redemptionPage,
  memberPage,
  rewardsPage,
  rewardPage,
  programmesPage,
  programmePage,
  clientsPage,
  auditPage,
  accountPage,
];

/** Every page behind the log-in, in the order of the menu. A class without its own page has a page of its fields. */
export const pages: readonly Page[] = [
  ...own,
  ...objects.map(recordPageOf).filter(({ path }) => own.every((page) => page.path !== path)),
];

/** The frame of a viewer's pages: it offers what the viewer may see. */
export function frameOf(viewer: Viewer | undefined): Frame {
  if (!viewer) return { viewer, menu: [], hasSearch: false };
  const allowed = pages.filter((page) => isAllowed(viewer.rights, page));
  const menu = allowed.flatMap(({ path, menu }) => (menu === undefined ? [] : [{ path, menu }]));
  return { viewer, menu, hasSearch: allowed.includes(findPage) };
}
