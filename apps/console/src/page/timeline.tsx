import { formatAge } from "@rewards/runtime";
import type { Child } from "hono/jsx";
import { Time } from "./format.tsx";

/** Something that happened, or that is so now. */
export interface Step {
  /** When; null for what is so now. */
  readonly at: string | null;
  readonly title: Child;
  readonly details?: readonly Child[];
  readonly tone?: "good" | "problem" | "waiting";
}

/** Steps from the oldest to now, each with the time since the one before. */
export const Timeline = ({ steps }: { readonly steps: readonly Step[] }) => (
  <ol class="timeline">
    {steps.map(({ at, title, details = [], tone = "" }, index) => (
      <li class={tone}>
        <p class="when">
          {at === null ? "Now" : <Time at={at} isExact />}
          <Since at={at} before={steps[index - 1]?.at ?? null} />
        </p>
        <p>
          <strong>{title}</strong>
        </p>
        {details.map((detail) => (
          <p>{detail}</p>
        ))}
      </li>
    ))}
  </ol>
);

const Since = ({ at, before }: { readonly at: string | null; readonly before: string | null }) => {
  if (at === null || before === null) return null;
  const ms = Date.parse(at) - Date.parse(before);
  return ms < 0 ? null : <span>{` +${formatAge(ms)}`}</span>;
};
