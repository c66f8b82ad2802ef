import type { PipelineWindow } from "@rewards/operations";

/** The windows that the overview offers, and their names. */
export const windows = { hour: "Last hour", day: "Last day" } as const satisfies Partial<
  Record<PipelineWindow, string>
>;

/** The window in an address: the last hour, unless it asks for another. */
export const windowOf = (text: string | undefined): keyof typeof windows => (text === "day" ? text : "hour");
