import type { Viewer } from "./context.ts";
import { deadLettersPage } from "./dead-letters/dead-letters.page.tsx";
import { findPage } from "./find/find.page.tsx";
import { overviewPage } from "./overview/overview.page.tsx";
import type { Frame } from "./page/layout.tsx";
import { isAllowed, type Page } from "./page/page.ts";
import { salePage } from "./sale/sale.page.tsx";

/** Every page behind the log-in, in the order of the menu. */
export const pages: readonly Page[] = [overviewPage, deadLettersPage, findPage, salePage];

/** The frame of a viewer's pages: it offers what the viewer may see. */
export function frameOf(viewer: Viewer | undefined): Frame {
  if (!viewer) return { viewer, menu: [], hasSearch: false };
  const allowed = pages.filter((page) => isAllowed(viewer.rights, page));
  const menu = allowed.flatMap(({ path, menu }) => (menu === undefined ? [] : [{ path, menu }]));
  return { viewer, menu, hasSearch: allowed.includes(findPage) };
}
