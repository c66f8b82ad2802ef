-- Counts the returns of before, a thousand sales at a time, while rows come in: each commit frees its rows.
COMMIT; SET lock_timeout = 0; SET statement_timeout = 0;--> statement-breakpoint
DO $$
DECLARE
  mark uuid := '00000000-0000-0000-0000-000000000000';
  upto uuid;
BEGIN
  LOOP
    SELECT original_id INTO upto FROM (
      SELECT DISTINCT original_id FROM sale_return WHERE original_id > mark ORDER BY original_id LIMIT 1000
    ) page ORDER BY original_id DESC LIMIT 1;
    EXIT WHEN upto IS NULL;
    INSERT INTO returned_line (original_id, original_line, member, currency, quantity, amount, points, expired,
      original_posted_at, sequence, awarded_after)
    SELECT r.original_id, r.original_line, r.member, r.currency, sum(r.quantity), sum(r.amount), sum(r.points),
      bool_or(r.expired), r.original_posted_at, e.sequence, e.awarded_after
    FROM sale_return r
    LEFT JOIN ledger_entry e ON e.source_id = r.original_id AND e.type = 'Sale' AND e.currency = r.currency
    WHERE r.original_id > mark AND r.original_id <= upto
    GROUP BY r.original_id, r.original_line, r.member, r.currency, r.original_posted_at, e.sequence, e.awarded_after
    ORDER BY r.original_id, r.original_line
    ON CONFLICT (original_id, original_line) DO NOTHING;
    COMMIT;
    mark := upto;
  END LOOP;
END $$;--> statement-breakpoint
RESET lock_timeout; RESET statement_timeout; BEGIN;
