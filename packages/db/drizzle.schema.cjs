// drizzle-kit reads a module's exports one by one, so the tables that are derived from the registry are spread here.
module.exports = { ...require("./dist/tables.js").tables };
