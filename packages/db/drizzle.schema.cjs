// drizzle-kit reads a module's exports one by one, so the tables that are derived from the registry are spread here.
const { tables, tableViews } = require("./dist/tables.js");
module.exports = { ...tables, ...tableViews };
