import { defineClass } from "../class.ts";
import { defineListView } from "../data-view.list.ts";
import { defineKeyView } from "../data-view.ts";
import { recordOf } from "../record.ts";
import { addBalance, editMember } from "./member.actions.ts";
import { member } from "./member.object.ts";

export const memberClass = defineClass({
  object: member,
  actions: [editMember, addBalance],
  views: [
    defineKeyView("GetMemberByBusinessKeys", recordOf(member), "ExternalID"),
    defineListView("MemberList", recordOf(member)),
  ],
});
