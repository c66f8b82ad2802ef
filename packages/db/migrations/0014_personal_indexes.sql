-- An erasure replaces the keys of a person's calls by their hashes; a repeat is found by either. Members are looked up by
-- e-mail address and mobile number. The indexes are built while rows come in: docs/migrations.md.
-- Keys are ASCII. Only immutable parts, and not strict: so that Postgres inlines it into the index, which is faster.
CREATE OR REPLACE FUNCTION "hashed_key"(key text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN starts_with(key, 'sha256:') AND key ~ '^sha256:[0-9a-f]{64}$' THEN key
    ELSE 'sha256:' || encode(sha256(replace(key, '\', '\\')::bytea), 'hex') END
$$;--> statement-breakpoint
COMMIT; SET lock_timeout = 0; SET statement_timeout = 0;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "member_email_address_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "member_email_address_idx" ON "member" USING btree (lower("email_address" collate "pg_c_utf8")) WHERE "member"."email_address" <> '';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "member_mobile_number_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "member_mobile_number_idx" ON "member" USING btree (lower("mobile_number" collate "pg_c_utf8")) WHERE "member"."mobile_number" <> '';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "idempotency_key_hashed_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "idempotency_key_hashed_key" ON "idempotency_key" USING btree (hashed_key("key"),"path","method","caller");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "idempotency_key_object_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "idempotency_key_object_idx" ON "idempotency_key" USING btree ("object_id");--> statement-breakpoint
RESET lock_timeout; RESET statement_timeout; BEGIN;
