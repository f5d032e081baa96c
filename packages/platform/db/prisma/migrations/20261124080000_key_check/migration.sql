-- One value that is sealed with the encryption keys of this deployment: who cannot open it has other keys.
CREATE TABLE "key_check" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "sealed" BYTEA NOT NULL,

    CONSTRAINT "key_check_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "key_check_one" CHECK ("id" = 1)
);
