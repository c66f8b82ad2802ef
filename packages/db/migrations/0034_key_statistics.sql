-- ANALYZE sorts the keys of sales for nothing: their index says that they are unique, and no plan needs more. Leaves
-- alone what an operator has set.
DO $$
DECLARE
  part regclass;
  col name;
BEGIN
  FOR part, col IN
    SELECT a.attrelid, a.attname FROM pg_partition_tree('sale_key') p JOIN pg_attribute a ON a.attrelid = p.relid
    WHERE p.isleaf AND a.attnum > 0 AND NOT a.attisdropped AND coalesce(a.attstattarget, -1) = -1
  LOOP
    EXECUTE format('ALTER TABLE ONLY %s ALTER COLUMN %I SET STATISTICS 0', part, col);
  END LOOP;
END $$;
