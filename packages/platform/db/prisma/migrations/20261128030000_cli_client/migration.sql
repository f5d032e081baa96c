-- The house's own command line. An operator's client that has its id already stays as it is.
INSERT INTO "oauth_client" ("id", "name", "first_party", "redirect_uris", "origin")
VALUES ('gleaner-cli', 'Gleaner CLI', true, '{http://127.0.0.1/callback,http://[::1]/callback}', 'built_in')
ON CONFLICT ("id") DO NOTHING;
