-- Whom an identity provider means: packages/people/single-sign-on.
CREATE TABLE "provider_identity" (
  "issuer" TEXT NOT NULL,
  "subject" TEXT NOT NULL,
  "user_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "provider_identity_pkey" PRIMARY KEY ("issuer", "subject"),
  CONSTRAINT "provider_identity_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "provider_identity_user_id_idx" ON "provider_identity"("user_id");
