import type { Fields } from "./field.ts";
import { metadata } from "./metadata.ts";
import type { ObjectDefinition } from "./object.ts";

/** What data views return: a class of records with its fields. ID, @version and @class come with every record. */
export interface RecordDefinition<F extends Fields = Fields> {
  readonly class: string;
  readonly idPrefix: string;
  readonly fields: F;
}

export function defineRecord<const F extends Fields>(definition: RecordDefinition<F>): RecordDefinition<F> {
  return definition;
}

/** The record of an object: its own fields, including hidden ones, and the metadata. */
export function recordOf(definition: ObjectDefinition): RecordDefinition {
  return { class: definition.class, idPrefix: definition.idPrefix, fields: { ...definition.fields, ...metadata } };
}
