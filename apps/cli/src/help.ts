/** Of every command that works on the database of a service. */
export const databaseHelp = `
Environment:
  DATABASE_URL  the database; where left out, that of the service that runs from this checkout (npm start)
  DATA_DIR      the data folder of that service, where it was started with another one`;
