import { segment } from "./segment.object.ts";

export interface SegmentOutcome {
  readonly id: string;
  readonly status: string;
  readonly note: string;
}

/** A new segment opens. */
export function decideSegment({ id }: { readonly id: string }): SegmentOutcome {
  return { id, status: segment.transitions.open.to, note: "Segment open." };
}
