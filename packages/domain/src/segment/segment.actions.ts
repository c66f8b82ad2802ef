import { defineAction } from "../action.ts";
import { segment } from "./segment.object.ts";

export const markSegmentInactive = defineAction({
  name: "MarkAsInactive",
  target: segment,
  transition: "deactivate",
  right: "markAsInactive",
  answer: { shape: ["data.objectInfo.status", "data.objectInfo.ID"], note: "Segment inactive." },
});
