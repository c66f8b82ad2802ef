CREATE TABLE "sale_return" (
	"id" uuid PRIMARY KEY NOT NULL,
	"return_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"original_id" uuid NOT NULL,
	"original_line" integer NOT NULL,
	"member" uuid NOT NULL,
	"currency" uuid NOT NULL,
	"quantity" numeric(15, 4) NOT NULL,
	"amount" numeric(15, 4) NOT NULL,
	"points" numeric(15, 4) NOT NULL,
	"original_posted_at" timestamp (3) with time zone,
	"posted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "balance" ADD COLUMN "returned" numeric(30, 4) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "awaiting" ADD COLUMN "original" text;--> statement-breakpoint
ALTER TABLE "awaiting" ADD COLUMN "until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "programme" ADD COLUMN "return_wait_days" smallint DEFAULT 30 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "sale_return_line_key" ON "sale_return" USING btree ("return_id","line","original_id","original_line");--> statement-breakpoint
CREATE INDEX "sale_return_original_idx" ON "sale_return" USING btree ("original_id");--> statement-breakpoint
CREATE INDEX "sale_return_member_idx" ON "sale_return" USING btree ("member","currency","original_posted_at");--> statement-breakpoint
CREATE TRIGGER "sale_return_immutable" BEFORE UPDATE OR DELETE OR TRUNCATE ON "sale_return"
  FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
