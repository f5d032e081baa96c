-- Without a default no row is written.
ALTER TABLE "job" ADD COLUMN "held_at" TIMESTAMPTZ(3);
