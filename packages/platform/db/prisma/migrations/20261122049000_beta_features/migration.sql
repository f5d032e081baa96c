-- CreateTable
CREATE TABLE "beta_feature" (
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "beta_feature_pkey" PRIMARY KEY ("slug"),
    CONSTRAINT "beta_feature_status" CHECK ("status" IN ('hidden', 'beta', 'ga'))
);

-- CreateTable
CREATE TABLE "beta_feature_enabled" (
    "account_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,

    CONSTRAINT "beta_feature_enabled_pkey" PRIMARY KEY ("account_id","slug")
);

-- AddForeignKey
ALTER TABLE "beta_feature_enabled" ADD CONSTRAINT "beta_feature_enabled_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "beta_feature_enabled" ADD CONSTRAINT "beta_feature_enabled_slug_fkey" FOREIGN KEY ("slug") REFERENCES "beta_feature"("slug") ON DELETE CASCADE ON UPDATE CASCADE;
