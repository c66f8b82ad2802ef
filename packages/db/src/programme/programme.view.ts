import { currency as currencyRecord, programme as programmeRecord } from "@rewards/domain";
import { sql } from "drizzle-orm";
import { columnFields, type RecordSource, showUser, stageFields } from "../record-source.ts";
import { currency, programme } from "./programme.table.ts";

/** Columns are written with their tables: in a selection from one table, drizzle omits the table's name. */
const currencies = sql<string[]>`array(select c.id from currency c where c.program = programme.id order by c.position)`;

const programmes: RecordSource = {
  record: programmeRecord,
  table: programme,
  id: programme.id,
  version: programme.version,
  fields: {
    ...columnFields(programme, "Name", "Description", "TimeZoneText", "CreateDateTime", "UpdateDateTime"),
    ...columnFields(programme, "CreateUserID", "UpdateUserID", "Status", "BusinessID"),
    Currencies: { expression: currencies },
    CreateUser: { expression: programme.CreateUserID, show: showUser },
    UpdateUser: { expression: programme.UpdateUserID, show: showUser },
    HistoryCounter: { expression: programme.version },
    ...stageFields(programme.Status, ["Open-Active"]),
  },
};

const currenciesOfProgrammes: RecordSource = {
  record: currencyRecord,
  table: currency,
  id: currency.id,
  version: currency.version,
  fields: columnFields(currency, "Name", "Description", "Program", "CreateDateTime", "UpdateDateTime"),
};

export const programmeSources: readonly RecordSource[] = [programmes, currenciesOfProgrammes];
