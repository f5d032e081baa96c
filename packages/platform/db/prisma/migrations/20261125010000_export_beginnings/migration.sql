ALTER TABLE "export_object" ADD COLUMN "begun_at" TIMESTAMPTZ(3);
