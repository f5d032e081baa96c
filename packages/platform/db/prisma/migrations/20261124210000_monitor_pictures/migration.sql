ALTER TABLE "monitor_page" ADD COLUMN "picture_id" UUID;
ALTER TABLE "monitor_change" ADD COLUMN "picture_before" UUID, ADD COLUMN "picture_after" UUID;

CREATE TABLE "monitor_picture" (
    "id" UUID NOT NULL,
    "monitor_id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "kept_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "monitor_picture_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "monitor_picture_monitor_id_fkey" FOREIGN KEY ("monitor_id") REFERENCES "monitor"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "monitor_picture_monitor_id_idx" ON "monitor_picture"("monitor_id");
CREATE INDEX "monitor_picture_account_id_idx" ON "monitor_picture"("account_id");
CREATE INDEX "monitor_picture_kept_until_idx" ON "monitor_picture"("kept_until");

CREATE TABLE "forgotten_file" (
    "key" TEXT NOT NULL,
    "forgotten_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "forgotten_file_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "forgotten_file_forgotten_at_idx" ON "forgotten_file"("forgotten_at");

-- Whatever takes a row away (its time, its monitor, its account), its files go after it. The names are those of `pictureKeys`.
CREATE FUNCTION "forget_monitor_pictures"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "forgotten_file" ("key")
  SELECT folder || gone."id" || '.png' FROM gone, unnest(ARRAY['kept/monitors/', 'compared/']) AS folder
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "monitor_picture_gone" AFTER DELETE ON "monitor_picture"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "forget_monitor_pictures"();
