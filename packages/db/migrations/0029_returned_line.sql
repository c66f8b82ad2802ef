CREATE TABLE "returned_line" (
	"original_id" uuid NOT NULL,
	"original_line" integer NOT NULL,
	"member" uuid NOT NULL,
	"currency" uuid NOT NULL,
	"quantity" numeric(15, 4) NOT NULL,
	"amount" numeric(15, 4) NOT NULL,
	"points" numeric(15, 4) NOT NULL,
	"expired" boolean NOT NULL,
	"original_posted_at" timestamp (3) with time zone,
	"sequence" bigint,
	"awarded_after" numeric(30, 4),
	CONSTRAINT "returned_line_original_id_original_line_pk" PRIMARY KEY("original_id","original_line")
);
--> statement-breakpoint
CREATE INDEX "returned_line_member_idx" ON "returned_line" USING btree ("member","currency","original_posted_at");--> statement-breakpoint
-- Whatever release writes rows of returns. Rows from before this migration are counted with the first return of their
-- sale after it, or by the next migration, which may run at the same time: then the whole sum replaces that of the other.
CREATE FUNCTION "count_returned"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  uncounted uuid[] := ARRAY(
    SELECT DISTINCT a.original_id FROM added a
    WHERE NOT EXISTS (SELECT FROM returned_line l WHERE l.original_id = a.original_id));
BEGIN
  INSERT INTO returned_line AS l (original_id, original_line, member, currency, quantity, amount, points, expired,
    original_posted_at, sequence, awarded_after)
  SELECT r.original_id, r.original_line, r.member, r.currency, sum(r.quantity), sum(r.amount), sum(r.points),
    bool_or(r.expired), r.original_posted_at, e.sequence, e.awarded_after
  FROM (
    SELECT a.original_id, a.original_line, a.member, a.currency, a.quantity, a.amount, a.points, a.expired, a.original_posted_at
    FROM added a WHERE a.original_id <> ALL (uncounted)
    UNION ALL
    SELECT s.original_id, s.original_line, s.member, s.currency, s.quantity, s.amount, s.points, s.expired, s.original_posted_at
    FROM sale_return s WHERE s.original_id = ANY (uncounted)
  ) r
  LEFT JOIN ledger_entry e ON e.source_id = r.original_id AND e.type = 'Sale' AND e.currency = r.currency
  GROUP BY r.original_id, r.original_line, r.member, r.currency, r.original_posted_at, e.sequence, e.awarded_after
  ORDER BY r.original_id, r.original_line
  ON CONFLICT (original_id, original_line) DO UPDATE SET
    quantity = excluded.quantity + CASE WHEN l.original_id = ANY (uncounted) THEN 0 ELSE l.quantity END,
    amount = excluded.amount + CASE WHEN l.original_id = ANY (uncounted) THEN 0 ELSE l.amount END,
    points = excluded.points + CASE WHEN l.original_id = ANY (uncounted) THEN 0 ELSE l.points END,
    expired = l.expired OR excluded.expired;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "sale_return_counted" AFTER INSERT ON "sale_return"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "count_returned"();
