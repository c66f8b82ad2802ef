CREATE TABLE "expiry_version" (
	"currency" uuid NOT NULL,
	"version" integer NOT NULL,
	"months" smallint,
	"until" text,
	"inactive_months" smallint,
	"applied_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "expiry_version_currency_version_pk" PRIMARY KEY("currency","version")
);
--> statement-breakpoint
ALTER TABLE "sale_return" ADD COLUMN "expired" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "programme" ADD COLUMN "return_window_days" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "currency" ADD COLUMN "expiry_months" smallint;--> statement-breakpoint
ALTER TABLE "currency" ADD COLUMN "expiry_until" text;--> statement-breakpoint
ALTER TABLE "currency" ADD COLUMN "expiry_inactive_months" smallint;--> statement-breakpoint
ALTER TABLE "currency" ADD COLUMN "swept_to" timestamp (3) with time zone;--> statement-breakpoint
-- Whatever changes the expiry of a currency: no change shortens what was earned.
CREATE FUNCTION "write_expiry_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' OR (NEW.expiry_months, NEW.expiry_until, NEW.expiry_inactive_months)
    IS DISTINCT FROM (OLD.expiry_months, OLD.expiry_until, OLD.expiry_inactive_months) THEN
    INSERT INTO expiry_version (currency, version, months, until, inactive_months)
    SELECT NEW.id, coalesce(max(version), 0) + 1, NEW.expiry_months, NEW.expiry_until, NEW.expiry_inactive_months
    FROM expiry_version WHERE currency = NEW.id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "currency_expiry_version" AFTER INSERT OR UPDATE ON "currency"
  FOR EACH ROW EXECUTE FUNCTION "write_expiry_version"();--> statement-breakpoint
INSERT INTO "expiry_version" ("currency", "version") SELECT "id", 1 FROM "currency";--> statement-breakpoint
CREATE TRIGGER "expiry_version_immutable" BEFORE UPDATE OR DELETE OR TRUNCATE ON "expiry_version"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
