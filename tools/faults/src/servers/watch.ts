import { objects } from "@rewards/domain";
import postgres, { type Sql } from "postgres";

/** The application name of the suite's sessions: their changes are not the product's. */
export const suiteSession = "faults";

export const openSuiteSql = (url: string, max: number, settings: Readonly<Record<string, string>> = {}): Sql =>
  postgres(url, { max, onnotice: () => undefined, connection: { application_name: suiteSession, ...settings } });

/**
 * Records every Status change and every record that is set aside, in the same transaction, since the product keeps no
 * history of them. Only a round's database has this.
 */
export async function watchDatabase(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create schema faults;
    create table faults.move (n bigint generated always as identity, noun text, id uuid, old text, new text,
      at timestamptz);
    create function faults.note_move() returns trigger language plpgsql as $$
    begin
      if current_setting('application_name') <> '${suiteSession}' then
        insert into faults.move (noun, id, old, new, at)
        values (tg_argv[0], new.id, old.status, new.status, new.update_date_time);
      end if;
      return null;
    end $$;
    create table faults.set_aside (class text, id uuid, error text, at timestamptz default pg_catalog.clock_timestamp());
    create function faults.note_set_aside() returns trigger language plpgsql as $$
    begin
      insert into faults.set_aside (class, id, error) values (new.class, new.id, new.error);
      return null;
    end $$;
    create trigger faults_set_aside after insert or update of attempts on failing for each row
      when (new.attempts = 1) execute function faults.note_set_aside();
    -- Triggers run as the product's role.
    grant usage on schema faults to public;
    grant insert on faults.move, faults.set_aside to public;
  `);
  for (const { noun } of objects)
    await sql.unsafe(
      `create trigger faults_move after update of status on ${noun} for each row execute function faults.note_move(${noun})`,
    );
}
