CREATE TABLE "earning_version" (
	"program" uuid NOT NULL,
	"version" integer NOT NULL,
	"rate" numeric(15, 4) NOT NULL,
	"rounding" text NOT NULL,
	"fraction_digits" smallint NOT NULL,
	"applied_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "earning_version_program_version_pk" PRIMARY KEY("program","version")
);
--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "rules" integer;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "why" text;--> statement-breakpoint
-- Whatever release changes the rules of earning: entries name their version.
CREATE FUNCTION "write_earning_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR (NEW.earning_rate, NEW.earning_rounding, NEW.earning_fraction_digits)
    IS DISTINCT FROM (OLD.earning_rate, OLD.earning_rounding, OLD.earning_fraction_digits) THEN
    INSERT INTO earning_version (program, version, rate, rounding, fraction_digits)
    SELECT NEW.id, coalesce(max(version), 0) + 1, NEW.earning_rate, NEW.earning_rounding, NEW.earning_fraction_digits
    FROM earning_version WHERE program = NEW.id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "programme_earning_version" AFTER INSERT OR UPDATE ON "programme"
  FOR EACH ROW EXECUTE FUNCTION "write_earning_version"();--> statement-breakpoint
INSERT INTO "earning_version" ("program", "version", "rate", "rounding", "fraction_digits")
  SELECT "id", 1, "earning_rate", "earning_rounding", "earning_fraction_digits" FROM "programme";--> statement-breakpoint
CREATE TRIGGER "earning_version_immutable" BEFORE UPDATE OR DELETE OR TRUNCATE ON "earning_version"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
