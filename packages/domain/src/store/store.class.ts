import { defineClass } from "../class.ts";
import { defineListView } from "../data-view.list.ts";
import { defineKeyView } from "../data-view.ts";
import { recordOf } from "../record.ts";
import { editStore } from "./store.actions.ts";
import { store } from "./store.object.ts";

export const storeClass = defineClass({
  object: store,
  actions: [editStore],
  views: [
    defineKeyView("GetStoreByBusinessKeys", recordOf(store), "StoreCode"),
    defineListView("StoreList", recordOf(store)),
  ],
});
