import { z } from 'zod'
import { limitUpTo } from '../fields/lists.ts'
import { credits } from '../fields/money.ts'
import { time } from '../fields/times.ts'
import { TIERS } from '../tier.ts'
import { hasNoControls } from './primitives.ts'

/** As far back as attempts at sites are kept by hour. */
const HOURS_MAX = 14 * 24
/** Dead letters of one request. */
const LETTERS_MAX = 100

const count = z.number().int()
const seconds = z.number().nullable()
const Hours = z.coerce.number().int().min(1).max(HOURS_MAX).default(24).describe('How far back, in hours.')
const TierName = z.enum(TIERS as [string, ...string[]]).describe('Which tier it is, the cheapest being `1`.')
const AccountOf = z.uuid().describe('Whose it is: an `id` that `GET /operator/accounts` lists.')

const STATES = ['ok', 'degraded', 'down', 'stopped'] as const
const State = z
  .enum(STATES)
  .describe(
    '`ok`; `degraded`: a part of its work cannot be done, or one of several is lost; `down`: none does its work; `stopped`: all were stopped, and properly.',
  )
const Reason = z.string().nullable().describe('Why it is not well; null where it is.')

export const ServiceInstance = z
  .object({
    host: z.string().describe('Name of the machine or container.'),
    pid: count.describe('Its process there.'),
    version: z.string().describe('What runs.'),
    status: z
      .enum(['ready', 'degraded', 'not_ready', 'stopped', 'lost'])
      .describe(
        'What it said last; `lost`: it has said nothing for 15 seconds, and has not stopped properly.',
      ),
    failing: z.record(z.string(), z.string()).describe('Reasons, by the names of the checks that fail.'),
    started_at: time('When its process was started.'),
    seen_at: time('When it said last how it is.'),
  })
  .describe('A running service, or one that has run within a day.')

export const ServiceHealth = z
  .object({
    service: z.string().describe('Its name, as the folder of its code.'),
    does: z.string().describe('What stands still without it.'),
    status: State,
    reason: Reason,
    running: count.describe('How many of it do their work.'),
    version: z.string().nullable().describe('What runs; null where none does.'),
    since: time('Since when the one that runs longest does; null: none does.').nullable(),
    seen_at: time('When any of it said last how it is; null: not within a day.').nullable(),
    instances: z.array(ServiceInstance).describe('The newest first, 20 at most.'),
  })
  .describe('A service of the fleet.')

export const HealthCheck = z
  .object({
    name: z.string().describe('What is checked: `postgres`, `redis`, `storage`, `clock` and others.'),
    status: z.enum(['ok', 'down']).describe('Whether it is in order.'),
    reason: Reason,
    ms: count.describe('How long the check took, in milliseconds.'),
  })
  .describe('Something that services need, as the gateway that answers sees it.')

export const OperatedProxy = z
  .object({
    service: z.string().describe('Which service uses it.'),
    host: z.string().describe('Its address, without login.'),
    pool: z.string().describe('What it serves: `standard`, `premium` or `system`.'),
    failures: count.describe('How often in a row it has failed.'),
    paused_until: time('Until when it is left out; null while it is used.').nullable(),
  })
  .describe('A proxy of the setting `PROXIES`, as one process sees it.')

export const FleetHealth = z
  .object({
    status: z.enum(['ok', 'degraded', 'down']).describe('That of the worst part.'),
    checked_at: time('When it was read.'),
    version: z.string().describe('What the gateway that answers runs.'),
    services: z.array(ServiceHealth).describe('Every service that a whole fleet has.'),
    checks: z.array(HealthCheck).describe('What the services need.'),
    browsers: z
      .array(
        z.object({
          service: z.string().describe('Which service they belong to.'),
          open: count.describe('Browsers that run.'),
          pages: count.describe('Pages that are open in them.'),
          started: count.describe(
            'Browsers started since the process was: those that crash or grow old are replaced.',
          ),
        }),
      )
      .describe('The browsers of each process.'),
    readers: z
      .array(
        z.object({
          service: z.string().describe('Which service they belong to.'),
          alive: count.describe('Threads and processes that read pages now.'),
          lost: count.describe('How many a page has ended since the process was started.'),
        }),
      )
      .describe('What makes results of pages, of each process.'),
    proxies: z.array(OperatedProxy).describe('Those that fail first.'),
  })
  .describe('Whether anything is down.')
export type FleetHealth = z.infer<typeof FleetHealth>

export const OperatedQueues = z
  .object({
    tiers: z
      .array(
        z.object({
          tier: TierName,
          waiting: count.describe('Jobs that no worker has.'),
          running: count.describe('Jobs that a worker has.'),
          oldest_seconds: seconds.describe('How many seconds the oldest one has waited; null: none waits.'),
        }),
      )
      .describe('Jobs by the tier that is to fetch them.'),
    backlogs: z
      .array(
        z.object({
          name: z
            .enum(['admission', 'webhooks', 'mails', 'exports', 'schedules', 'maps'])
            .describe('What waits.'),
          waiting: count.describe('How many wait, counted up to 10,001.'),
          oldest_seconds: seconds.describe('How many seconds the oldest one has been due; null: none is.'),
        }),
      )
      .describe('Work beside the queues of jobs.'),
    messages: z
      .array(
        z.object({
          queue: z.string().describe('Name of the queue.'),
          waiting: count.describe('Messages that wait.'),
          active: count.describe('Messages that are worked on.'),
          delayed: count.describe('Messages that wait for a place, or for their time.'),
        }),
      )
      .nullable()
      .describe('Messages in Redis, which wake workers; null: Redis does not answer.'),
    queue_ui: z
      .string()
      .describe('Path of the page that shows single messages; it asks for a login of its own.'),
  })
  .describe('What waits, and how old the oldest is.')
export type OperatedQueues = z.infer<typeof OperatedQueues>

export const SiteQuery = z.strictObject({ hours: Hours })
export const SitesQuery = z.strictObject({
  hours: Hours,
  sort: z
    .enum(['failed', 'attempts'])
    .default('failed')
    .describe('`failed`: most failed attempts first; `attempts`: busiest first.'),
  search: z
    .string()
    .trim()
    .toLowerCase()
    .min(1)
    .max(255)
    .refine(hasNoControls, 'must be one line')
    .optional()
    .describe('A part of the host.'),
  limit: limitUpTo(200, 50),
})

const Verdict = z.object({
  tier: TierName,
  result: z
    .string()
    .describe('`delivered`, or why nothing was: `blocked`, `timeout`, `network_error` and others.'),
  wall: z.string().nullable().describe('What stood in the way of a `blocked` one; null of others.'),
  attempts: count.describe('How many attempts ended so.'),
})
export const OperatedSites = z.object({
  sites: z
    .array(
      z.object({
        host: z.string().describe('Name of the site, as in its addresses.'),
        attempts: count.describe('How many attempts at it have ended.'),
        delivered: count.describe('Those that delivered a page.'),
        failed: count.describe('Those that did not.'),
        average_ms: count.describe('How long an attempt takes, in milliseconds.'),
        refused: z.boolean().describe('Whether operators refuse it, or a domain above it.'),
        verdicts: z.array(Verdict).describe('How they ended, the most frequent first, 12 at most.'),
      }),
    )
    .describe('In the order that was asked for.'),
})
export type OperatedSites = z.infer<typeof OperatedSites>
export const OperatedSite = z.object({
  host: z.string().describe('Name of the site, as in its addresses.'),
  refused: z.boolean().describe('Whether operators refuse it, or a domain above it.'),
  hours: z
    .array(
      Verdict.extend({ hour: time('When the hour begins.'), average_ms: count.describe('In milliseconds.') }),
    )
    .describe('The newest first, 2,000 at most.'),
})
export type OperatedSite = z.infer<typeof OperatedSite>

export const TopAccountsQuery = z.strictObject({
  hours: Hours,
  limit: limitUpTo(100, 20),
  account_id: z.uuid().optional().describe('This account alone.'),
})
export const TopAccounts = z.object({
  accounts: z
    .array(
      z.object({
        account_id: AccountOf,
        name: z.string().describe('What it is called.'),
        requests: count.describe('Jobs and calls that have ended.'),
        failed: count.describe('Those that failed.'),
        credits: credits('Credits that they cost.'),
        open_jobs: count.describe(
          'Jobs of it that have not ended, without those that wait for their admission.',
        ),
      }),
    )
    .describe('Those that take the most first.'),
})
export type TopAccounts = z.infer<typeof TopAccounts>

export const OperatedJob = z
  .object({
    id: z.uuid().describe('The job.'),
    request_id: z
      .string()
      .nullable()
      .describe('`X-Request-Id` of the request that asked for it or its batch; null: none did.'),
    account_id: AccountOf,
    account_name: z.string().describe('What the account is called.'),
    api_key_id: z.uuid().nullable().describe('The key that asked; null of a person or a demo.'),
    api_key_name: z.string().nullable().describe('What that key is called; null without one.'),
    batch_id: z
      .uuid()
      .nullable()
      .describe('The batch, crawl or search that it is an item of; null: of none.'),
    status: z.enum(['pending', 'running', 'completed', 'failed']).describe('How far it is.'),
    test: z.boolean().describe('Whether a test key asked.'),
    url: z.string().describe('The page, without login and without values of its query.'),
    mode: z.string().describe('The mode that was asked for.'),
    tier: TierName,
    attempts: z
      .array(
        z.object({
          tier: TierName,
          result: z.string().describe('`delivered`, or why nothing was.'),
          wall: z.string().nullable().describe('What stood in the way of a `blocked` one; null of others.'),
          error: z.string().nullable().describe('What went wrong, in words; null where nothing did.'),
          duration_ms: count.describe('How long it took, in milliseconds.'),
        }),
      )
      .describe('In their order.'),
    credits: credits('Credits that it was charged.'),
    held_credits: credits('Credits that are held for it now.'),
    error_code: z.string().nullable().describe('Code of its error; null where there is none.'),
    error: z.string().nullable().describe('Its error, as its caller reads it; null where there is none.'),
    waits_for: z.string().nullable().describe('Why it has not ended; null once it has.'),
    lost_workers: count.describe('How many workers have died with it.'),
    redriven_from: z
      .uuid()
      .nullable()
      .describe('The failed job that was run again as this one; null: none was.'),
    redriven_as: z.uuid().nullable().describe('The job as which this one was run again; null: it was not.'),
    created_at: time('When it was accepted.'),
    started_at: time('When a worker took it first; null: none has.').nullable(),
    finished_at: time('When it ended; null: it has not.').nullable(),
    deadline_at: time('When it is given up.'),
    webhooks: z
      .array(
        z.object({
          id: z.uuid().describe('The delivery.'),
          event: z.string().describe('What it tells.'),
          host: z.string().describe('Where it goes.'),
          state: z.string().describe('`pending`, `retrying`, `delivered`, `failed` or `cancelled`.'),
          attempts: count.describe('How often it was sent.'),
          status_code: count.nullable().describe('The last answer; null: there was none.'),
          error: z.string().nullable().describe('What went wrong the last time; null where nothing did.'),
        }),
      )
      .describe('Who is told of it, 20 at most.'),
  })
  .describe('A job of any account, without what its page or its secrets say.')
export type OperatedJob = z.infer<typeof OperatedJob>
export const OperatedJobs = z.object({
  jobs: z.array(OperatedJob).describe('One by its own id; of a request all, the oldest first, 20 at most.'),
})

const LETTER_KINDS = ['job', 'webhook', 'mail'] as const
const LetterId = z
  .string()
  .regex(
    /^(?:job|webhook|mail)_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    'must be an id that GET /operator/dead-letters lists',
  )
  .describe('Its kind and its UUID: `job_…`, `webhook_…` or `mail_…`.')
export const DeadLetterQuery = z.strictObject({
  kind: z.enum(LETTER_KINDS).optional().describe('Only letters of this kind.'),
  limit: limitUpTo(200, 50),
})
export const DeadLetter = z
  .object({
    id: LetterId,
    kind: z
      .enum(LETTER_KINDS)
      .describe(
        '`job`: it failed by a fault of the service (`INTERNAL`, `OUTCOME_UNKNOWN`); `webhook`: all attempts failed; `mail`: it was tried three times, and waits.',
      ),
    account_id: z.uuid().nullable().describe('Whose it is; null of mails.'),
    what: z.string().describe('The page, the event and its receiver, or nothing of a mail, which is sealed.'),
    code: z
      .string()
      .nullable()
      .describe('The code of the error, or the status that the receiver answered; null: there was none.'),
    reason: z.string().nullable().describe('What went wrong; null: it is not known.'),
    died_at: time('When it was given up.'),
    obstacle: z.string().nullable().describe('Why it cannot be put back; null where it can.'),
  })
  .describe('Something that the service has given up.')
export type DeadLetter = z.infer<typeof DeadLetter>
export const DeadLetters = z.object({ letters: z.array(DeadLetter).describe('The newest first.') })
export const ChosenLetters = z.strictObject({
  ids: z.array(LetterId).min(1).max(LETTERS_MAX).describe('Which ones, 100 at most.'),
})
export const LettersMoved = z.object({
  letters: z
    .array(
      z.object({
        id: LetterId,
        result: z.string().describe('What was done, or why nothing was.'),
        done: z.boolean().describe('Whether it was done.'),
      }),
    )
    .describe('In the order of the request.'),
})
export type LettersMoved = z.infer<typeof LettersMoved>

export const LedgerState = z
  .object({
    status: z
      .enum(['ok', 'late', 'wrong'])
      .describe('`wrong`: something does not add up; `late`: the audit has not run for ten minutes.'),
    audited_at: time('When the audit ran last; null: never.').nullable(),
    passed_at: time('When it had looked at everything last; null: not yet.').nullable(),
    available_credits: credits('Credits that all balances have free.'),
    held_credits: credits('Credits that all balances hold.'),
    held_by_work: credits('Credits that open jobs and calls hold: the same number, if none was left behind.'),
    owed_credits: credits('Credits that accounts owe.'),
    charged_credits: credits('Credits that were charged since the beginning.'),
    discrepancies: z
      .array(
        z.object({
          account_id: AccountOf,
          subject: z.string().describe('Id of the account, of one of its jobs, or of an entry.'),
          what: z.string().describe('What does not add up.'),
        }),
      )
      .describe('All that the audit knows to be wrong, the newest first, 100 at most.'),
  })
  .describe('Whether the ledger adds up.')
export type LedgerState = z.infer<typeof LedgerState>
