import { objects } from "@rewards/domain";
import { accountPage } from "./account/account.page.tsx";
import { adjustmentsPage } from "./adjustments/adjustments.page.tsx";
import { auditPage } from "./audit/audit.page.tsx";
import { clientsPage } from "./clients/clients.page.tsx";
import type { Viewer } from "./context.ts";
import { deadLetterPage } from "./dead-letters/dead-letters.inspect.page.tsx";
import { deadLettersPage } from "./dead-letters/dead-letters.page.tsx";
import { calendarPage } from "./earning-rule/calendar.page.tsx";
import { rulePage } from "./earning-rule/rule.page.tsx";
import { exportsPage } from "./finance/exports.page.tsx";
import { reportsPage } from "./finance/reports.page.tsx";
import { findPage } from "./find/find.page.tsx";
import { homePage } from "./home/home.page.tsx";
import { memberPage } from "./member/member.page.tsx";
import { overviewPage } from "./overview/overview.page.tsx";
import type { Frame } from "./page/layout.tsx";
import { isAllowed, type Page } from "./page/page.ts";
import { programmePage, programmesPage } from "./programme/programme.page.tsx";
import { jobPage, queuePage } from "./queue/queue.page.tsx";
import {
  membersPage,
  productsPage,
  rulesPage,
  segmentsPage,
  storesPage,
  vouchersPage,
} from "./record/record.lists.tsx";
import { recordPageOf } from "./record/record.page.tsx";
import { redemptionPage } from "./redemption.page.tsx";
import { rewardPage, rewardsPage } from "./reward.page.tsx";
import { salePage } from "./sale/sale.page.tsx";
import { salesPage } from "./sale/sales.page.tsx";
import { waitingSalesPage } from "./sale/sales.waiting.page.tsx";
import { usersPage } from "./users/users.page.tsx";
import { voucherPage } from "./voucher.page.tsx";
import { webhookPage, webhooksPage } from "./webhooks/webhooks.page.tsx";

/** The menu, by what people do. A viewer sees the pages that their rights reach. */
const menu: readonly { readonly name: string | undefined; readonly pages: readonly Page[] }[] = [
  { name: undefined, pages: [homePage] },
  { name: "Customers", pages: [membersPage, salesPage, vouchersPage] },
  {
    name: "Programme",
    pages: [rewardsPage, rulesPage, segmentsPage, storesPage, productsPage, programmesPage],
  },
  { name: "Finance", pages: [adjustmentsPage, reportsPage, exportsPage] },
  {
    name: "System",
    pages: [overviewPage, deadLettersPage, queuePage, clientsPage, usersPage, webhooksPage, auditPage],
  },
];

/** Pages that others link to. */
const linked: readonly Page[] = [
  deadLetterPage,
  jobPage,
  findPage,
  // Before the page of a sale, whose path has a parameter.
  waitingSalesPage,
  salePage,
  redemptionPage,
  voucherPage,
  memberPage,
  rewardPage,
  programmePage,
  // Before the page of a rule, whose path has a parameter.
  calendarPage,
  rulePage,
  webhookPage,
  accountPage,
];

const own = [...menu.flatMap((group) => group.pages), ...linked];

/** Every page behind the log-in. A class without its own page has a page of its fields. */
export const pages: readonly Page[] = [
  ...own,
  ...objects.map(recordPageOf).filter(({ path }) => own.every((page) => page.path !== path)),
];

/** The frame of a viewer's pages: it offers what the viewer may see. */
export function frameOf(viewer: Viewer | undefined): Frame {
  if (!viewer) return { viewer, menu: [], hasSearch: false };
  const groups = menu.map((group) => ({
    name: group.name,
    pages: group.pages
      .filter((page) => isAllowed(viewer.rights, page))
      .map(({ path, menu: name = "" }) => ({ path, menu: name })),
  }));
  const hasSearch = isAllowed(viewer.rights, findPage);
  return { viewer, menu: groups.filter((group) => group.pages.length > 0), hasSearch };
}

/** Where a log-in leads. Everybody has an account. */
export const firstPathOf = (viewer: Viewer): string => frameOf(viewer).menu[0]?.pages[0]?.path ?? accountPage.path;
