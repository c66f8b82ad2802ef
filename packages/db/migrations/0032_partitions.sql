CREATE TABLE "sale_key" (
	"external_id" text PRIMARY KEY NOT NULL,
	"sale_id" uuid NOT NULL
) PARTITION BY HASH ("external_id");
--> statement-breakpoint
-- Each part has the trigger too: that of the whole table does not run for a statement that names a part.
DO $$ BEGIN
  FOR n IN 0..7 LOOP
    EXECUTE format('CREATE TABLE sale_key_%s PARTITION OF sale_key FOR VALUES WITH (MODULUS 8, REMAINDER %s)', n, n);
    EXECUTE format('CREATE TRIGGER sale_key_%s_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON sale_key_%s
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', n, n);
  END LOOP;
END $$;--> statement-breakpoint
CREATE TRIGGER "sale_key_immutable" BEFORE UPDATE OR DELETE OR TRUNCATE ON "sale_key"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TABLE "sale_archive" (
	"name" text PRIMARY KEY NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"detached_at" timestamp (3) with time zone NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"sales" bigint,
	"sha256" text
);
--> statement-breakpoint
CREATE TABLE "sale_digest" (
	"sale_id" uuid PRIMARY KEY NOT NULL,
	"digest" "bytea" NOT NULL,
	"erased" text
);
--> statement-breakpoint
CREATE TABLE "partitioning" (
	"relation" text PRIMARY KEY NOT NULL,
	"boundary" uuid,
	"filled_to" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
-- While the keys of a table that is not partitioned yet are copied: the keys of new sales.
CREATE FUNCTION "copy_sale_keys"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sale_key (external_id, sale_id) SELECT external_id, id FROM added ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
-- For statements that did not write the keys of their sales, such as those of the last release: it writes the key, or
-- skips the sale whose key exists, as the unique index of a table without partitions does.
CREATE FUNCTION "write_sale_key"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sale_key (external_id, sale_id) VALUES (NEW.external_id, NEW.id) ON CONFLICT DO NOTHING;
  RETURN CASE WHEN FOUND THEN NEW END;
END $$;--> statement-breakpoint
-- The first UUIDv7 of an instant in UTC.
CREATE FUNCTION "first_id_at"("instant" timestamp) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (lpad(to_hex(round(extract(epoch FROM instant) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;--> statement-breakpoint
-- The instant of a UUIDv7, in UTC.
CREATE FUNCTION "instant_of_id"("id" uuid) RETURNS timestamp LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN timestamp 'epoch' + ('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint * interval '1 millisecond';--> statement-breakpoint
-- Makes the partitions of this month and of the months ahead that are missing, and returns their names. As the owner, so
-- that a worker can call it. Sales of such a month that came before it move from the default partition: most of them
-- before the lock that stops callers. More than the given number of a month are refused; null is without a limit.
CREATE FUNCTION "add_sale_partitions"("months" integer, "moved_max" integer) RETURNS SETOF text
  LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '500ms' AS $$
DECLARE
  starts timestamp;
  newest regclass;
  name text;
  options text;
  first uuid;
  upto uuid;
  move text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = 'sale'::regclass)
    OR NOT pg_try_advisory_xact_lock(7239116008) THEN RETURN; END IF;
  FOR n IN 1..36 LOOP
    SELECT p.oid, instant_of_id(p.bound::uuid) INTO newest, starts FROM (
      SELECT c.oid, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([-0-9a-f]{36})''\)') COLLATE "C" AS bound
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'sale'::regclass
      UNION ALL SELECT 'sale_default'::regclass, to_id::text FROM sale_archive
    ) p WHERE p.bound IS NOT NULL ORDER BY p.bound DESC LIMIT 1;
    EXIT WHEN starts >= date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC') + make_interval(months => least(months, 24) + 1);
    name := to_char(starts, '"sale_"YYYY_MM');
    first := first_id_at(starts);
    upto := first_id_at(starts + interval '1 month');
    IF (SELECT count(*) > moved_max FROM (SELECT FROM sale_default d WHERE d.id >= first AND d.id < upto LIMIT moved_max::bigint + 1) c) THEN
      -- The months before it are made by this call; the next one says why no more come.
      IF n > 1 THEN RETURN; END IF;
      RAISE EXCEPTION 'sale_default has more than % sales of %', moved_max, name;
    END IF;
    EXECUTE format('CREATE TABLE %I (LIKE sale INCLUDING ALL EXCLUDING IDENTITY)', name);
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (external_id)', name || '_external_id_key', name);
    SELECT array_to_string(reloptions, ', ') INTO options FROM pg_class WHERE oid = newest;
    IF options <> '' THEN EXECUTE format('ALTER TABLE %I SET (%s)', name, options); END IF;
    move := format('WITH moved AS (DELETE FROM sale_default WHERE id >= %L AND id < %L RETURNING *) INSERT INTO %I SELECT * FROM moved', first, upto, name);
    EXECUTE move;
    LOCK TABLE sale_default IN ACCESS EXCLUSIVE MODE;
    EXECUTE move;
    EXECUTE format('ALTER TABLE sale ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, upto);
    RETURN NEXT name;
  END LOOP;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "add_sale_partitions"(integer, integer) FROM PUBLIC;--> statement-breakpoint
-- Lets go of a change that was left alone: when the boundary came, the table would refuse every sale.
CREATE FUNCTION "drop_stale_boundary"() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '500ms' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'sale'::regclass AND conname = 'sale_boundary')
    OR EXISTS (SELECT FROM partitioning WHERE relation = 'sale' AND instant_of_id(boundary) > clock_timestamp() AT TIME ZONE 'UTC' + interval '7 days')
  THEN RETURN false; END IF;
  ALTER TABLE sale DROP CONSTRAINT sale_boundary;
  UPDATE partitioning SET boundary = NULL WHERE relation = 'sale';
  RETURN true;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "drop_stale_boundary"() FROM PUBLIC;--> statement-breakpoint
DO $$
DECLARE f regprocedure;
BEGIN
  FOREACH f IN ARRAY ARRAY['add_sale_partitions(integer, integer)', 'drop_stale_boundary()']::regprocedure[] LOOP
    EXECUTE format('ALTER FUNCTION %s SET search_path = %I, pg_temp', f, current_schema());
  END LOOP;
END $$;
