-- Networks from which a user has signed in: what strangers guess from others does not keep them out there.
CREATE TABLE "known_network" (
    "user_id" UUID NOT NULL,
    "network_hash" BYTEA NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "known_network_pkey" PRIMARY KEY ("user_id","network_hash")
);

-- AddForeignKey
ALTER TABLE "known_network" ADD CONSTRAINT "known_network_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "app_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
