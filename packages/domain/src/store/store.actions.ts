import { defineAction } from "../action.ts";
import { editSchema } from "../field.ts";
import { store } from "./store.object.ts";

export const editStore = defineAction({
  name: "Edit",
  target: store,
  transition: "edit",
  right: "edit",
  content: editSchema(store.fields, ["Name", "Description", "StoreCode", "Address", "IsParticipating"]),
  set: (content) => content,
  refusals: ["Error_Store_Unknown"],
  answer: { shape: ["data.objectInfo.status", "confirmationNote"], note: "Store changed." },
});
