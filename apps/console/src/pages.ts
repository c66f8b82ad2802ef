import { isGranted } from "@rewards/domain";
import type { Viewer } from "./context.ts";
import { deadLettersPage } from "./dead-letters/dead-letters.page.tsx";
import { overviewPage } from "./overview/overview.page.tsx";
import type { MenuEntry } from "./page/layout.tsx";
import type { Page } from "./page/page.ts";

/** Every page behind the log-in, in the order of the menu. */
export const pages: readonly Page[] = [overviewPage, deadLettersPage];

/** The pages that the viewer may see. */
export const menuOf = ({ rights }: Viewer): MenuEntry[] =>
  pages.flatMap(({ path, menu, right }) => (menu !== undefined && isGranted(rights, right) ? [{ path, menu }] : []));
