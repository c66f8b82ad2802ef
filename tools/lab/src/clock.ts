/**
 * SQL that gives a database another clock: the search path of new sessions finds its function before that of Postgres, and
 * so do the defaults of columns. The product does not notice. The server's own timeouts do not change.
 * @param schema where the function is made; it exists already.
 * @param now an SQL expression for the time.
 */
export const clockSql = (schema: string, now: string): string => `
  create function ${schema}.clock_timestamp() returns timestamptz volatile language sql as $$ select ${now} $$;
  do $$
  declare c record;
  begin
    for c in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default = 'clock_timestamp()'
    loop
      execute format('alter table %I alter column %I set default ${schema}.clock_timestamp()', c.table_name, c.column_name);
    end loop;
    execute format('alter database %I set search_path = ${schema}, pg_catalog, public', current_database());
  end $$`;
