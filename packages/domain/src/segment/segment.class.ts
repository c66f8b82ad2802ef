import { defineClass } from "../class.ts";
import { defineListView } from "../data-view.list.ts";
import { defineKeyView } from "../data-view.ts";
import { recordOf } from "../record.ts";
import { markSegmentInactive } from "./segment.actions.ts";
import { segment } from "./segment.object.ts";

export const segmentClass = defineClass({
  object: segment,
  actions: [markSegmentInactive],
  views: [defineKeyView("SegmentsByName", recordOf(segment), "Name"), defineListView("SegmentList", recordOf(segment))],
});
