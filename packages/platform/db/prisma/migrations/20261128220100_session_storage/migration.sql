-- The origins whose storage a session keeps; what is in it is sealed with its cookies.
ALTER TABLE "login_session" ADD COLUMN "storage_origins" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
