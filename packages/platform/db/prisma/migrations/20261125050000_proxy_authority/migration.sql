CREATE TABLE "proxy_authority" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "certificate" TEXT NOT NULL,
    "private_key" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "proxy_authority_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "proxy_authority_one" CHECK ("id" = 1)
);
