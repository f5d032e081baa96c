ALTER TABLE "app_user" ADD COLUMN "operator_since" TIMESTAMPTZ(3);
