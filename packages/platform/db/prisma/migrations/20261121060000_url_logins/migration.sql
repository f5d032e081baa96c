-- User name and password of a target's address are sealed from now on. Jobs that have ended need them no more: they go from
-- the stored page, the address that is shown and the stored request. Jobs still open keep theirs until they are claimed,
-- which seals them (packages/jobs/src/seal-late-login.ts). The pattern of `url` is how the URL standard reads an http
-- address; a page holds addresses as the standard writes them, and the pattern there never leaves a JSON string.
UPDATE "job_page" SET "page" = regexp_replace("page", '(https?://)[^\s/\\?#"<>]*@', '\1', 'g')
WHERE "job_id" IN (SELECT "id" FROM "job" WHERE "url" ~ '^[A-Za-z]+:[/\\]*[^/\\?#]*@');

UPDATE "job" SET
  "url" = regexp_replace("url", '^([A-Za-z]+:[/\\]*)[^/\\?#]*@', '\1***@'),
  "spec" = jsonb_set(
    "spec"::jsonb, '{url}', to_jsonb(regexp_replace("spec"->>'url', '^([A-Za-z]+:[/\\]*)[^/\\?#]*@', '\1'))
  )::json
WHERE "finished_at" IS NOT NULL AND "url" ~ '^[A-Za-z]+:[/\\]*[^/\\?#]*@';
