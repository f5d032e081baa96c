-- Mailboxes that have had an account, which free credits are given to once: keyed hashes, that outlive the account.
CREATE TABLE "known_mailbox" (
    "hash" BYTEA NOT NULL,
    "noted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_mailbox_pkey" PRIMARY KEY ("hash")
);

-- The one key of those hashes.
CREATE TABLE "mailbox_key" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "secret" BYTEA NOT NULL,
    "all_noted_at" TIMESTAMPTZ(3),

    CONSTRAINT "mailbox_key_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "mailbox_key_one" CHECK ("id" = 1)
);
