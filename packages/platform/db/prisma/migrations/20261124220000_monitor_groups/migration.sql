-- Settings that monitors share.
CREATE TABLE "monitor_group" (
    "id" UUID NOT NULL,
    "account_id" UUID NOT NULL,
    "test" BOOLEAN NOT NULL,
    "name" TEXT NOT NULL,
    "settings" JSON NOT NULL,
    "secrets" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "monitor_group_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "monitor_group_account_id_id_idx" ON "monitor_group"("account_id", "id");

ALTER TABLE "monitor" ADD COLUMN "group_id" UUID, ADD COLUMN "own" TEXT[] NOT NULL DEFAULT '{}';
ALTER TABLE "monitor" ADD CONSTRAINT "monitor_group_id_fkey" FOREIGN KEY ("group_id") REFERENCES "monitor_group"("id") ON DELETE NO ACTION ON UPDATE CASCADE;
CREATE INDEX "monitor_group_id_idx" ON "monitor"("group_id");

-- What differs from what is usual was set.
UPDATE "monitor" SET "own" = array_remove(ARRAY[
    CASE WHEN schedule.timing <> '0 */6 * * *' THEN 'check_interval' END,
    CASE WHEN schedule.timezone <> 'UTC' THEN 'timezone' END,
    CASE WHEN watch->>'mode' <> 'semantic' THEN 'diff_mode' END,
    CASE WHEN watch->>'selectors' IS NOT NULL THEN 'monitor_selectors' END,
    CASE WHEN watch->>'fields' IS NOT NULL THEN 'monitor_fields' END,
    CASE WHEN watch->>'filters' IS NOT NULL THEN 'filters' END,
    CASE WHEN notify_on <> '{change}' THEN 'notify_on' END,
    CASE WHEN schedule.webhook_url IS NOT NULL THEN 'webhook_url' END,
    CASE WHEN (schedule.work->'options')::text NOT IN ('{}', 'null') THEN 'options' END
], NULL) FROM "schedule" WHERE schedule.id = "monitor".id;
