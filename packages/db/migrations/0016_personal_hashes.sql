-- Encrypted records are found by hashes of their e-mail address and mobile number. The indexes are built while rows come
-- in: docs/migrations.md.
COMMIT; SET lock_timeout = 0; SET statement_timeout = 0;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "member_email_address_hash_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "member_email_address_hash_idx" ON "member" USING btree (left("email_address_hash", 22)) WHERE "member"."email_address_hash" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "member_mobile_number_hash_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "member_mobile_number_hash_idx" ON "member" USING btree (left("mobile_number_hash", 22)) WHERE "member"."mobile_number_hash" is not null;--> statement-breakpoint
RESET lock_timeout; RESET statement_timeout; BEGIN;
