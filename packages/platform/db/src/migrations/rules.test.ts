import { expect, test } from '@jest/globals'
import { isConcurrent, statementsOf, withoutComments } from './build-indexes.ts'
import { readMigrations } from './migration-files.ts'

/** Migrations before this one were written without the rules, and stand as they are. */
const FIRST_HELD = '20261124'

/** Tables that grow with what callers ask for: whatever reads or rewrites all of one locks it for minutes. */
const BIG = [
  'job',
  'job_page',
  'ledger_entry',
  'usage_quarter',
  'usage_domain',
  'usage_day',
  'idempotency_key',
  'batch',
  'batch_day',
  'batch_day_host',
  'crawl',
  'crawl_page',
  'crawl_findings',
  'webhook_delivery',
  'webhook_attempt',
  'search',
  'search_document',
  'login_session_event',
  'audit_entry',
  'domain_memory',
  'llm_answer',
  'alert_slot',
  'alert_event',
  'archived_page',
  'tracked_page',
  'schedule_run',
  'monitor_picture',
  'monitor_value',
  'export_run',
  'export_object',
  'export_part',
  'export_line',
]

/** What locks a big table for as long as it is large, and what to do in place of it. */
const RULES: { what: RegExp; instead: string; example: string }[] = [
  {
    what: /CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)(?:IF NOT EXISTS )?"?\w+"? ON "?(?<table>\w+)/gi,
    instead: 'CREATE INDEX CONCURRENTLY, in a migration of its own',
    example: 'CREATE UNIQUE INDEX "x" ON "job"("id")',
  },
  {
    what: /ALTER TABLE "?(?<table>\w+)"?[^;]*ADD CONSTRAINT(?![^;]*NOT VALID)[^;]*\b(?:CHECK|FOREIGN KEY|UNIQUE|PRIMARY KEY)\b/gi,
    instead: 'NOT VALID, and VALIDATE CONSTRAINT in a later migration',
    example: 'ALTER TABLE "job" ADD CONSTRAINT "x" CHECK ("id" IS NOT NULL)',
  },
  {
    what: /ALTER TABLE "?(?<table>\w+)"?[^;]*ALTER COLUMN "?\w+"? (?:SET DATA TYPE|TYPE|SET NOT NULL)/gi,
    instead: 'a new column, or a CHECK that is NOT VALID',
    example: 'ALTER TABLE "job" ALTER COLUMN "url" SET NOT NULL',
  },
  {
    what: /ALTER TABLE "?(?<table>\w+)"?[^;]*ADD COLUMN[^;,]*DEFAULT[^;,]*(?:random|clock_timestamp|nextval|uuid\()/gi,
    instead: 'a default that is a constant',
    example: 'ALTER TABLE "job" ADD COLUMN "x" UUID DEFAULT gen_random_uuid()',
  },
  {
    what: /\b(?:UPDATE|DELETE FROM|TRUNCATE(?: TABLE)?) (?:ONLY )?"?(?<table>\w+)/gi,
    instead: 'work of the scheduler, slice by slice',
    example: 'UPDATE "job" SET "url" = \'\'',
  },
  {
    what: /\bLOCK TABLE "?(?<table>\w+)/gi,
    instead: 'code that stands both what is old and what is new',
    example: 'LOCK TABLE "job" IN SHARE MODE',
  },
]

/** What a script does to big tables that it does not make itself, against the rules. */
function faultsOf(script: string): string[] {
  const text = withoutComments(script)
  const own = new Set([...text.matchAll(/CREATE TABLE "?(\w+)/gi)].map((match) => match[1]!))
  return RULES.flatMap(({ what, instead }) =>
    [...text.matchAll(what)]
      .filter(({ groups }) => BIG.includes(groups!.table!) && !own.has(groups!.table!))
      .map(([found]) => `${found}: rather ${instead}`),
  )
}

test('each rule finds what it forbids', () => {
  expect(RULES.map(({ example }) => faultsOf(example).length)).toEqual(RULES.map(() => 1))
})

test('it lets pass what is short, or done to a table that is new or small', () => {
  const script = `
    CREATE TABLE "job" ("id" UUID); CREATE INDEX "a" ON "job"("id"); CREATE INDEX "b" ON "account"("id");
    ALTER TABLE "batch" ADD COLUMN "x" INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE "batch" ADD CONSTRAINT "c" CHECK ("x" >= 0) NOT VALID;`
  expect(faultsOf(script)).toEqual([])
})

test('no migration locks a table for as long as it is large', async () => {
  const held = (await readMigrations()).filter(({ name }) => name >= FIRST_HELD)
  expect(held.length).toBeGreaterThan(0)
  const faults = held.flatMap(({ name, script }) => faultsOf(script).map((fault) => `${name}: ${fault}`))
  expect(faults).toEqual([])
})

test('indexes that are built beside writers stand in migrations of their own, which may be done twice', async () => {
  const concurrent = (await readMigrations()).filter(({ script }) => isConcurrent(script))
  const REPEATABLE =
    /^(?:CREATE (?:UNIQUE )?INDEX CONCURRENTLY(?: IF NOT EXISTS)?|DROP INDEX CONCURRENTLY(?: IF EXISTS)?) "\w+"/
  for (const { name, script } of concurrent)
    for (const statement of statementsOf(script))
      expect([name, statement]).toEqual([name, expect.stringMatching(REPEATABLE)])
})
