import { noteAllMailboxes, revokeEndedKeys } from '@gleaner/accounts'
import { rollUpBatches } from '@gleaner/batches'
import { collectOwed, releaseExpiredCalls } from '@gleaner/billing'
import { POOL_SIZES } from '@gleaner/connections'
import type { Purge } from '@gleaner/db'
import { createBulkAdmission, openJobs, sweepJobs } from '@gleaner/jobs'
import { createMailer, type Mailer } from '@gleaner/mail'
import { switchOffFailing } from '@gleaner/outgoing-webhooks/endpoints'
import { readFleetSlots } from '@gleaner/queue'
import { createLoop, type Loop, type Service, type ServiceDeps } from '@gleaner/runtime'
import { followIndexes } from '@gleaner/search'
import { createStoreCheck, type Files, openFiles } from '@gleaner/storage'
import type { Config } from './config.ts'
import { createErasureRun } from './erase-accounts.ts'
import { PURGES } from './purges/purges.ts'
import { createPurgeRun } from './purges/run-purges.ts'
import { createAuditRun } from './report-audit.ts'
import { createOpenJobsReport } from './report-open-jobs.ts'
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

/** Whoever deletes an account expects it to be gone. */
const ERASE_EVERY_MS = 2_000

/** Endpoints are switched off after days: a minute more or less is nothing. */
const SWITCH_OFF_WEBHOOKS_EVERY_MS = 60_000

/** Once in a deployment: after that it asks whether there is anything to do. */
const NOTE_MAILBOXES_EVERY_MS = 60_000

/** No verifier takes them: lists and counts of keys follow. */
const REVOKE_ENDED_KEYS_EVERY_MS = 5 * 60_000

/**
 * The work that no request waits for: admit bulk work, bring back lost jobs, validate sessions that failed in use, delete what has expired,
 * send mails, audit the ledger.
 */
export function createService(config: Config, deps: ServiceDeps): Service {
  const opened = openJobs(config, deps.logger, { max: POOL_SIZES.scheduler, statementTimeoutMs: 60_000 })
  const mailer = createMailer(config)
  const files = openFiles(config)
  const loops = createLoops(config, { ...opened, mailer, files }, deps)
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
    async start() {
      await opened.keys.start()
      deps.logger.info({ destination: mailer.destination }, 'mails are sent there')
      for (const loop of loops) loop.start()
      await admission.start()
    },
    async stop() {
      await Promise.all([admission.stop(), ...loops.map((loop) => loop.stop())])
      mailer.close()
      await opened.close()
    },
  }
}

function createLoops(
  config: Config,
  {
    jobs,
    db,
    mailer,
    files,
  }: Pick<ReturnType<typeof openJobs>, 'jobs' | 'db'> & { mailer: Mailer; files: Files },
  deps: ServiceDeps,
): Loop[] {
  const { logger, metrics } = deps
  const requeued = metrics.counter('gleaner_jobs_requeued_total')
  const expired = metrics.counter('gleaner_jobs_overdue_total')

  const sweep = async () => {
    const swept = await sweepJobs(jobs)
    await releaseExpiredCalls(jobs.pool)
    await collectOwed(jobs.pool)
    if (swept.requeued + swept.expired > 0) logger.info(swept, 'open jobs that nobody works on were found')
    requeued.inc({}, swept.requeued)
    expired.inc({}, swept.expired)
  }
  const purgeFiles: Purge = {
    name: 'files',
    run: async () => ({ rows: await files.store.purgeExpired(), isDone: true }),
  }
  const switchOffWebhooks = async () => {
    const { secretBox } = jobs
    const count = await switchOffFailing({ db, secretBox, publicUrl: config.PUBLIC_URL })
    if (count > 0) logger.info({ count }, 'webhooks that had failed for days were switched off')
  }
  const sendMails = createMailRun(
    { db, secretBox: jobs.secretBox, mailer, publicUrl: config.PUBLIC_URL },
    deps,
  )
  return [
    createLoop({ name: 'sweep', everyMs: config.SWEEP_EVERY, logger, run: sweep }),
    createLoop({
      name: 'roll-up-batches',
      everyMs: ROLL_UP_BATCHES_EVERY_MS,
      logger,
      run: async () => void (await rollUpBatches(jobs.pool)),
    }),
    createLoop({
      name: 'tend-sessions',
      everyMs: config.SESSIONS_EVERY,
      logger,
      run: createSessionsRun(jobs, deps),
    }),
    createLoop({
      name: 'follow-search-indexes',
      everyMs: FOLLOW_INDEXES_EVERY_MS,
      logger,
      run: async (signal) => void (await followIndexes(jobs.pool, signal)),
    }),
    createLoop({
      name: 'purge',
      everyMs: config.PURGE_EVERY,
      logger,
      run: createPurgeRun(jobs.pool, [...PURGES, purgeFiles], deps),
    }),
    createLoop({
      name: 'erase',
      everyMs: ERASE_EVERY_MS,
      logger,
      run: createErasureRun({ jobs, files: files.store, logger }, deps),
    }),
    createLoop({
      name: 'switch-off-webhooks',
      everyMs: SWITCH_OFF_WEBHOOKS_EVERY_MS,
      logger,
      run: switchOffWebhooks,
    }),
    createLoop({
      name: 'revoke-ended-keys',
      everyMs: REVOKE_ENDED_KEYS_EVERY_MS,
      logger,
      run: async () => void (await revokeEndedKeys(db)),
    }),
    createLoop({
      name: 'note-mailboxes',
      everyMs: NOTE_MAILBOXES_EVERY_MS,
      logger,
      run: async () => void (await noteAllMailboxes(jobs.pool, jobs.secretBox)),
    }),
    createLoop({ name: 'mail', everyMs: config.MAIL_EVERY, logger, run: sendMails }),
    createLoop({
      name: 'report-open-jobs',
      everyMs: REPORT_OPEN_JOBS_EVERY_MS,
      logger,
      run: createOpenJobsReport(jobs.pool, deps),
    }),
    createLoop({
      name: 'audit',
      everyMs: config.AUDIT_EVERY,
      logger,
      run: createAuditRun(jobs.pool, deps),
    }),
  ]
}
