import {
  isGranted,
  ledgerEntriesBetweenDates,
  operatorRight,
  type Rights,
  readRight,
  redemptionItem,
  viewRight,
} from "@rewards/domain";

/** What a viewer may see of a record in addition to the record itself. */
export interface Sight {
  readonly hasEntries: boolean;
  readonly hasCodes: boolean;
  /** The errors of dead letters, and what operators did. */
  readonly hasOperations: boolean;
}

export const entriesRight = viewRight(ledgerEntriesBetweenDates);
export const codesRight = readRight(redemptionItem);
export const operationsRight = operatorRight("inspect");

export const sightOf = (rights: Rights): Sight => ({
  hasEntries: isGranted(rights, entriesRight),
  hasCodes: isGranted(rights, codesRight),
  hasOperations: isGranted(rights, operationsRight),
});
