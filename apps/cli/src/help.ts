/** For every command that works on the database of a service. */
export const databaseHelp = `
Environment:
  DATABASE_URL  the database (default: that of the service that runs from this
                checkout, by npm start or npm run demo)
  DATA_DIR      the data folder of that service, if it is not .data`;
