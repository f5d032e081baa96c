-- What a schedule's runs have made may be exported when they end.
ALTER TABLE "schedule" ADD COLUMN "export" JSON;
ALTER TABLE "schedule_run" ADD COLUMN "export_id" UUID, ADD COLUMN "export_error" JSON;
