import { normaliseKey, type ObjectDefinition, objects, readRight, redemption, sale, viewRight } from "@rewards/domain";
import { findByRequestId } from "@rewards/operations";
import { requestIds } from "./find.forms.ts";
import { asking, byId, type LookUp, listOf, pluralOf } from "./find.lookups.ts";

function byRequestId(definition: ObjectDefinition): LookUp {
  const { look } = byId(definition, "", "");
  return {
    name: `${pluralOf(definition)} by request ID`,
    right: readRight(definition),
    formOf: (text) => (requestIds.test(text) ? text : undefined),
    async look(requestId, viewer, reads) {
      const uuidsFound = await reads.read((sql) => findByRequestId(sql, definition, requestId));
      return (await Promise.all(uuidsFound.map((uuid) => look(uuid, viewer, reads)))).flat();
    },
  };
}

/** If nothing else is found: records that name a member who is not registered, and those of a request. */
export const lastLookUps: readonly LookUp[] = [
  ...[sale, redemption].map((definition) => {
    const view = listOf(definition.class);
    const look = asking((form) => ({ view, where: { MemberExternalID: form }, isOpenFirst: true }));
    return { name: `${pluralOf(definition)} by MemberExternalID`, right: viewRight(view), formOf: normaliseKey, look };
  }),
  ...objects.filter(({ staged }) => staged).map(byRequestId),
];
