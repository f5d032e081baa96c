-- CreateTable
CREATE TABLE "organization" (
    "account_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "description" TEXT,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "membership" (
    "account_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("account_id","user_id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "account_id" UUID,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" UUID,
    "state" TEXT NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organization_slug_key" ON "organization"("slug");

-- CreateIndex
CREATE INDEX "membership_user_id_idx" ON "membership"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "invitation_account_id_idx" ON "invitation"("account_id");

-- CreateIndex
CREATE INDEX "invitation_email_idx" ON "invitation"("email");

-- CreateIndex
CREATE INDEX "invitation_invited_by_idx" ON "invitation"("invited_by");

-- CreateIndex
CREATE INDEX "invitation_expires_at_idx" ON "invitation"("expires_at");

-- AddForeignKey
ALTER TABLE "organization" ADD CONSTRAINT "organization_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "organization"("account_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "organization"("account_id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_fkey" FOREIGN KEY ("invited_by") REFERENCES "app_user"("id") ON DELETE SET NULL ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

ALTER TABLE "account" ADD CONSTRAINT "account_kind" CHECK ("kind" IN ('personal', 'organization'));
ALTER TABLE "membership" ADD CONSTRAINT "membership_role" CHECK ("role" IN ('owner', 'admin', 'member'));
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_role" CHECK ("role" IN ('admin', 'member'));
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_state" CHECK ("state" IN ('open', 'accepted', 'declined', 'revoked'));

-- One invitation of an address at a time.
CREATE UNIQUE INDEX "invitation_open_key" ON "invitation"("account_id", "email") WHERE "state" = 'open';

-- At every commit an organization has exactly one owner: at most one by the index, at least one by the triggers.
CREATE UNIQUE INDEX "membership_owner_key" ON "membership"("account_id") WHERE "role" = 'owner';

CREATE FUNCTION require_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization_id UUID := CASE TG_OP WHEN 'INSERT' THEN NEW.account_id ELSE OLD.account_id END;
BEGIN
  IF EXISTS (SELECT FROM organization WHERE account_id = organization_id)
     AND NOT EXISTS (SELECT FROM membership WHERE account_id = organization_id AND role = 'owner') THEN
    RAISE EXCEPTION 'organization % would have no owner', organization_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'organization_has_owner';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER "organization_has_owner" AFTER INSERT ON "organization"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_owner();
CREATE CONSTRAINT TRIGGER "membership_leaves_owner" AFTER UPDATE OR DELETE ON "membership"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_owner();
