-- The audit log is append only for two years.
DROP TRIGGER "audit_append_only" ON "audit_entry";
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER "audit_kept" BEFORE DELETE ON "audit_entry"
  FOR EACH ROW WHEN (OLD."created_at" >= now() - interval '2 years') EXECUTE FUNCTION refuse_audit_change();
