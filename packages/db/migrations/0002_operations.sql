CREATE TABLE "ledger_head" (
	"day" date PRIMARY KEY NOT NULL,
	"head" "bytea" NOT NULL,
	"chains" bigint NOT NULL,
	"written_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dead_letter" (
	"class" text NOT NULL,
	"id" uuid NOT NULL,
	"reason" text NOT NULL,
	"error" text NOT NULL,
	"attempts" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"job" text NOT NULL,
	"trace" text NOT NULL,
	CONSTRAINT "dead_letter_class_id_pk" PRIMARY KEY("class","id")
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"actor" text NOT NULL,
	"operation" text NOT NULL,
	"class" text,
	"record_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_key" (
	"caller" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"key" text NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"object_id" uuid NOT NULL,
	"status" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "idempotency_key_key_path_method_caller_pk" PRIMARY KEY("key","path","method","caller")
);
--> statement-breakpoint
CREATE INDEX "dead_letter_reason_idx" ON "dead_letter" USING btree ("reason","class","id");--> statement-breakpoint
CREATE INDEX "audit_entry_record_idx" ON "audit_entry" USING btree ("record_id");--> statement-breakpoint
CREATE INDEX "ledger_entry_time_idx" ON "ledger_entry" USING brin ("create_date_time");