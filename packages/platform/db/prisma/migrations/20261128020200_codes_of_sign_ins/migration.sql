-- The sign-in that a code came from: it ends with it. Null in rows of processes from before, which live for minutes.
ALTER TABLE "oauth_code" ADD COLUMN "session_id" UUID;
ALTER TABLE "oauth_device" ADD COLUMN "session_id" UUID;
ALTER TABLE "sign_in_challenge" ADD COLUMN "session_id" UUID;
