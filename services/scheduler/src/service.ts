import { noteAllMailboxes, revokeEndedKeys } from '@gleaner/accounts'
import { rollUpBatches } from '@gleaner/batches'
import { collectOwed, releaseExpiredCalls } from '@gleaner/billing'
import { POOL_SIZES } from '@gleaner/connections'
import type { Database, Purge } from '@gleaner/db'
import {
  createBulkAdmission,
  createOpenSince,
  endOverdueJobs,
  endUnadmittedItems,
  type JobsContext,
  type OpenSince,
  openJobs,
  requeueLostJobs,
} from '@gleaner/jobs'
import { createMailer, type Mailer } from '@gleaner/mail'
import { endLostLogins, requeueLogins } from '@gleaner/manual-logins'
import { forgottenFiles, openJudge } from '@gleaner/monitors'
import { switchOffFailing } from '@gleaner/outgoing-webhooks/endpoints'
import { readFleetSlots } from '@gleaner/queue'
import { WORK } from '@gleaner/queue/work'
import { createLoop, type Loop, type Service, type ServiceDeps } from '@gleaner/runtime'
import { followIndexes } from '@gleaner/search'
import { createStoreCheck, type Files, openFiles } from '@gleaner/storage'
import { createAlertsRun } from './check-alerts.ts'
import type { Config } from './config.ts'
import { createErasureRun } from './erase-accounts.ts'
import { createMonitorLoops } from './monitors/monitor-loops.ts'
import { PURGES } from './purges/purges.ts'
import { createPurgeRun } from './purges/run-purges.ts'
import { createAuditRun } from './report-audit.ts'
import { createOpenJobsReport } from './report-open-jobs.ts'
import { openRuns } from './schedules/context.ts'
import { createScheduleLoops } from './schedules/schedule-loops.ts'
import { createMailRun } from './send-mails.ts'
import { createSessionsRun } from './tend-sessions.ts'

export { config } from './config.ts'

/** As often as what scales the workers asks. */
const REPORT_OPEN_JOBS_EVERY_MS = 15_000

/** An item keeps a permit of its host until it is fetched; as many more may be read or ended meanwhile. */
const UNDER_WAY_PER_PERMIT = 1.5

/** Analytics read the jobs of a batch until it is rolled up. */
const ROLL_UP_BATCHES_EVERY_MS = 10_000

/** A search reads what it lacks by itself: this spares it most of that. */
const FOLLOW_INDEXES_EVERY_MS = 5_000

/** Who waits in front of a browser that was lost is told so soon. */
const TEND_MANUAL_LOGINS_EVERY_MS = 3_000

/** How late an alert may be. */
const CHECK_ALERTS_EVERY_MS = 5_000

/** Whoever deletes an account expects it to be gone. */
const ERASE_EVERY_MS = 2_000

/** Endpoints are switched off after days: a minute more or less is nothing. */
const SWITCH_OFF_WEBHOOKS_EVERY_MS = 60_000

/** Once in a deployment: after that it asks whether there is anything to do. */
const NOTE_MAILBOXES_EVERY_MS = 60_000

/** No verifier takes them: lists and counts of keys follow. */
const REVOKE_ENDED_KEYS_EVERY_MS = 5 * 60_000

/**
 * The work that no request waits for: admit bulk work, run what is scheduled, bring back lost jobs, validate sessions that failed in use, delete
 * what has expired, look at alert rules, send mails, audit the ledger.
 */
export function createService(config: Config, deps: ServiceDeps): Service {
  const opened = openJobs(config, deps.logger, { max: POOL_SIZES.scheduler, statementTimeoutMs: 60_000 })
  const mailer = createMailer(config)
  const files = openFiles(config)
  const runs = openRuns(config, opened.jobs, deps)
  const judges = Array.from({ length: WORK['page-judging'].places }, openJudge)
  const loops = [
    ...createLoops(config, { ...opened, mailer, files }, deps),
    ...createScheduleLoops(runs.intake, deps),
    ...createMonitorLoops(runs.intake, judges, files.store, deps),
  ]
  const admission = createBulkAdmission({
    ctx: opened.jobs,
    logger: deps.logger,
    perHost: Math.ceil(config.DOMAIN_CONCURRENCY * UNDER_WAY_PER_PERMIT),
    places: async () => {
      const slots = await readFleetSlots(opened.redis)
      // As many again as are worked on wait for a worker. Where no worker is, items are queued all the same, and end by their timeout.
      return {
        all: config.BULK_AT_ONCE || 2 * slots.all,
        of: (tier) => Math.max(2, 2 * slots.of(tier)),
      }
    },
  })

  return {
    name: 'scheduler',
    checks: { ...opened.checks, keys: opened.keys.check },
    // Files are only purged.
    partialChecks: { storage: createStoreCheck(files.store) },
    report: opened.report,
    async start() {
      await opened.keys.start()
      await runs.blockedDomains.start()
      deps.logger.info({ destination: mailer.destination }, 'mails are sent there')
      for (const loop of loops) loop.start()
      await admission.start()
    },
    async stop() {
      await Promise.all([admission.stop(), ...loops.map((loop) => loop.stop())])
      await Promise.all(judges.map((judge) => judge.close()))
      mailer.close()
      await runs.close()
      await opened.close()
    },
  }
}

interface LoopParts {
  jobs: JobsContext
  db: Database
  mailer: Mailer
  files: Files
}

/** Each runs whatever becomes of the others. */
function createLoops(config: Config, parts: LoopParts, deps: ServiceDeps): Loop[] {
  const { jobs, db, mailer, files } = parts
  const { secretBox, pool } = jobs
  const purgeFiles: Purge = {
    name: 'files',
    run: async () => ({ ...(await files.store.purgeExpired()), isDone: true }),
  }
  const loop = (name: string, everyMs: number, run: (signal: AbortSignal) => Promise<unknown>) =>
    createLoop({ name, everyMs, run: async (signal) => void (await run(signal)), ...deps })
  const mails = { db, secretBox, mailer, publicUrl: config.PUBLIC_URL }

  return [
    ...sweeps(jobs, deps).map(([name, run]) => loop(name, config.SWEEP_EVERY, run)),
    loop('roll-up-batches', ROLL_UP_BATCHES_EVERY_MS, () => rollUpBatches(pool)),
    loop('tend-sessions', config.SESSIONS_EVERY, createSessionsRun(jobs, deps)),
    loop('end-lost-manual-logins', TEND_MANUAL_LOGINS_EVERY_MS, () => endLostLogins(jobs)),
    loop('requeue-manual-logins', TEND_MANUAL_LOGINS_EVERY_MS, () => requeueLogins(jobs)),
    loop('follow-search-indexes', FOLLOW_INDEXES_EVERY_MS, (signal) => followIndexes(pool, signal)),
    loop(
      'purge',
      config.PURGE_EVERY,
      createPurgeRun(pool, [...PURGES, forgottenFiles(files.store), purgeFiles], deps),
    ),
    loop('erase', ERASE_EVERY_MS, createErasureRun({ jobs, files: files.store, logger: deps.logger }, deps)),
    loop('switch-off-webhooks', SWITCH_OFF_WEBHOOKS_EVERY_MS, async () => {
      const count = await switchOffFailing({ db, secretBox, publicUrl: config.PUBLIC_URL })
      if (count > 0) deps.logger.info({ count }, 'webhooks that had failed for days were switched off')
    }),
    loop('revoke-ended-keys', REVOKE_ENDED_KEYS_EVERY_MS, () => revokeEndedKeys(db)),
    loop('note-mailboxes', NOTE_MAILBOXES_EVERY_MS, () => noteAllMailboxes(pool, secretBox)),
    loop(
      'check-alerts',
      CHECK_ALERTS_EVERY_MS,
      createAlertsRun({ db, secretBox, publicUrl: config.PUBLIC_URL, pubSub: jobs.pubSub }, deps),
    ),
    loop('mail', config.MAIL_EVERY, createMailRun(mails, deps)),
    loop('report-open-jobs', REPORT_OPEN_JOBS_EVERY_MS, createOpenJobsReport(pool, deps)),
    loop('audit', config.AUDIT_EVERY, createAuditRun(pool, deps)),
  ]
}

/** The sweep: a loop for each step, so that one that cannot be taken (Redis is away) keeps no other. */
function sweeps(
  jobs: JobsContext,
  { metrics, logger }: ServiceDeps,
): [name: string, run: () => Promise<unknown>][] {
  const requeued = metrics.counter('gleaner_jobs_requeued_total')
  const expired = metrics.counter('gleaner_jobs_overdue_total')
  const open = createOpenSince()
  const counted =
    (
      step: (ctx: JobsContext, open: OpenSince) => Promise<number>,
      counter: typeof requeued | typeof expired,
    ) =>
    async () => {
      const count = await step(jobs, open)
      counter.inc({}, count)
      if (count > 0) logger.info({ count, step: step.name }, 'open jobs that nobody works on were found')
    }
  return [
    ['end-overdue', counted(endOverdueJobs, expired)],
    ['end-unadmitted', counted(endUnadmittedItems, expired)],
    ['requeue-lost', counted(requeueLostJobs, requeued)],
    ['release-calls', () => releaseExpiredCalls(jobs.pool)],
    ['collect-owed', () => collectOwed(jobs.pool)],
  ]
}
