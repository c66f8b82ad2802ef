import type { Child } from "hono/jsx";
import type { Content } from "../page/page.ts";

const scripts = [{ name: "trace.js", isModule: true }];

interface Traced {
  readonly status: string;
  readonly deadLetter: unknown;
}

/** Workers go on with it by themselves. Not so with a dead letter, each look at which is in the audit. */
const isUnderWay = ({ status, deadLetter }: Traced): boolean => !status.startsWith("Resolved") && !deadLetter;

/** The part of a page that a script keeps up to date while the record is not settled. */
export function traceOf(record: Traced, children: Child): Pick<Content, "body" | "scripts"> {
  const isOpen = isUnderWay(record);
  return {
    ...(isOpen && { scripts }),
    body: (
      <>
        {isOpen && <p id="trace-state" class="note" role="status" />}
        <div id="trace" data-state={isOpen ? "open" : "ended"}>
          {children}
        </div>
      </>
    ),
  };
}
