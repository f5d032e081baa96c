-- What a tool's consent was given under, so that it can be read again whenever the consent is used.
ALTER TABLE "app_user" ADD COLUMN "password_version" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "membership" ADD COLUMN "term" BIGSERIAL NOT NULL;
ALTER TABLE "oauth_code" ADD COLUMN "password_version" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "membership_term" BIGINT;
ALTER TABLE "api_key" ADD COLUMN "membership_term" BIGINT;

-- Who is made a mere member begins another term: what they have consented to as an admin is over, also when they become one again.
CREATE FUNCTION "begin_membership_term"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.term := nextval(pg_get_serial_sequence('membership', 'term'));
  RETURN NEW;
END $$;
CREATE TRIGGER "membership_demoted" BEFORE UPDATE OF "role" ON "membership" FOR EACH ROW
  WHEN (OLD."role" <> 'member' AND NEW."role" = 'member') EXECUTE FUNCTION "begin_membership_term"();

-- The keys that tools have stand on the terms that last.
UPDATE "api_key" SET "membership_term" = "membership"."term" FROM "membership"
WHERE "api_key"."oauth_client_id" IS NOT NULL AND "api_key"."revoked_at" IS NULL
  AND "membership"."account_id" = "api_key"."account_id" AND "membership"."user_id" = "api_key"."user_id";

-- Webhooks that a tool has made or led elsewhere, which no consent has named, are told nothing until a person switches them on.
UPDATE "webhook_endpoint" AS e SET "is_active" = false, "disabled_at" = now(), "updated_at" = now()
FROM "api_key" AS k JOIN "audit_entry" AS a ON a."account_id" = k."account_id" AND a."actor" = 'key:' || k."id"
WHERE k."oauth_client_id" IS NOT NULL AND e."account_id" = k."account_id" AND e."is_active"
  AND a."target" = 'webhook:' || e."id" AND a."action" IN ('webhook.created', 'webhook.updated') AND a."details" ? 'host';
