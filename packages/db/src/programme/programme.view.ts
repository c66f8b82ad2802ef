import { currency as currencyRecord, programme as programmeRecord } from "@rewards/domain";
import { sql } from "drizzle-orm";
import { type RecordSource, showUser, stageFields } from "../record-source.ts";
import { currency, programme } from "./programme.table.ts";

/** Columns are written with their tables: in a selection from one table, drizzle omits the table's name. */
const currencies = sql<string[]>`array(select c.id from currency c where c.program = programme.id order by c.position)`;

const programmes: RecordSource = {
  record: programmeRecord,
  table: programme,
  id: programme.id,
  version: programme.version,
  fields: {
    Name: { expression: programme.Name },
    Description: { expression: programme.Description },
    Currencies: { expression: currencies },
    TimeZoneText: { expression: programme.TimeZoneText },
    CreateDateTime: { expression: programme.CreateDateTime },
    UpdateDateTime: { expression: programme.UpdateDateTime },
    CreateUser: { expression: programme.CreateUserID, show: showUser },
    UpdateUser: { expression: programme.UpdateUserID, show: showUser },
    CreateUserID: { expression: programme.CreateUserID },
    UpdateUserID: { expression: programme.UpdateUserID },
    HistoryCounter: { expression: programme.version },
    Status: { expression: programme.Status },
    BusinessID: { expression: programme.BusinessID },
    ...stageFields(programme.Status, ["Open-Active"]),
  },
};

const currenciesOfProgrammes: RecordSource = {
  record: currencyRecord,
  table: currency,
  id: currency.id,
  version: currency.version,
  fields: {
    Name: { expression: currency.Name },
    Description: { expression: currency.Description },
    Program: { expression: currency.Program },
    CreateDateTime: { expression: currency.CreateDateTime },
    UpdateDateTime: { expression: currency.UpdateDateTime },
  },
};

export const programmeSources: readonly RecordSource[] = [programmes, currenciesOfProgrammes];
