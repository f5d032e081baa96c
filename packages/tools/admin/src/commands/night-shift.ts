import { once } from 'node:events'
import { openConnections } from '@gleaner/connections'
import { ApiError, type FleetHealth } from '@gleaner/contracts'
import {
  discardLetters,
  findJobs,
  type LetterKind,
  listDeadLetters,
  readBeats,
  readHealth,
  readLedger,
  readQueues,
  readSites,
  readTopAccounts,
  retryLetters,
} from '@gleaner/operator'
import { createProducer } from '@gleaner/queue'
import { silentLogger, VERSION } from '@gleaner/runtime'
import {
  type AdminContext,
  AdminError,
  type Command,
  positiveNumber,
  type Shown,
  type Values,
} from '../command.ts'
import { databaseUrl, redisUrl } from '../local-settings.ts'

/** What an operator asks at night, by the same code as the endpoints below /operator. */

const HOURS = { value: 'number', help: 'how far back; by default 24' }
const LIMIT = { value: 'number', help: 'how many at most; by default 20' }
const hoursOf = (values: Values) => Math.ceil(positiveNumber(values, 'hours', 24))
const limitOf = (values: Values) => Math.min(200, Math.ceil(positiveNumber(values, 'limit', 20)))

export const showHealthCommand: Command = {
  summary: 'Tells whether anything is down: every service with its reason, the worst first.',
  options: {},
  async run({ db }) {
    const { services } = await readBeats(db.pool)
    const order = ['down', 'degraded', 'stopped', 'ok']
    return services
      .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
      .map(({ service, status, running, version, since, reason }) => ({
        service,
        status,
        running,
        version,
        since,
        reason,
      }))
  },
}

export const showQueuesCommand: Command = {
  summary: 'Tells what waits, and how old the oldest is, in seconds.',
  options: {},
  run: async (ctx) =>
    await withProducer(ctx, async (producer) => {
      const { tiers, backlogs } = await readQueues(ctx.db.pool, producer)
      return [
        ...tiers.map(({ tier, ...rest }) => ({ what: `tier ${tier}`, ...rest })),
        ...backlogs.map(({ name, waiting, oldest_seconds }) => ({
          what: name,
          waiting,
          running: null,
          oldest_seconds,
        })),
      ].map(({ oldest_seconds: age, ...rest }) => ({
        ...rest,
        oldest_seconds: age === null ? null : Math.round(age),
      }))
    }),
}

export const showJobCommand: Command = {
  summary:
    'Shows a job of any account, or all that one request has asked for: why it failed, or what it waits for.',
  options: { id: { value: 'id', required: true, help: 'of the job, or of the request (X-Request-Id)' } },
  async run({ db }, values) {
    const jobs = await findJobs(db.pool, String(values.id)).catch(asAdminError)
    const shown = jobs.map(
      ({ attempts, webhooks, ...job }): Shown => ({
        ...job,
        attempts: attempts.map(
          ({ tier, result, wall, duration_ms }) => `${tier}:${wall ?? result}:${duration_ms}ms`,
        ),
        webhooks: webhooks.map(
          ({ host, state, status_code }) => `${host}:${state}:${status_code ?? 'no answer'}`,
        ),
      }),
    )
    return shown.length === 1 ? shown[0]! : shown
  },
}

export const topAccountsCommand: Command = {
  summary: 'Lists the accounts that take the most.',
  options: { hours: HOURS, limit: LIMIT },
  run: async ({ db }, values) =>
    (await readTopAccounts(db.pool, { hours: hoursOf(values), limit: limitOf(values) })).accounts,
}

export const topHostsCommand: Command = {
  summary: 'Lists the sites that are asked for most, and what goes wrong there most.',
  options: { hours: HOURS, limit: LIMIT, failed: { help: 'most failures first' } },
  async run({ db }, values) {
    const sort = values.failed ? 'failed' : 'attempts'
    const { sites } = await readSites(db.pool, { hours: hoursOf(values), limit: limitOf(values), sort })
    return sites.map(({ verdicts, ...site }) => {
      const worst = verdicts.find(({ result }) => result !== 'delivered')
      return { ...site, worst: worst ? `${worst.wall ?? worst.result} at tier ${worst.tier}` : null }
    })
  },
}

export const listProxiesCommand: Command = {
  summary: 'Lists the proxies of the setting PROXIES as each process sees them, those that fail first.',
  options: {},
  run: async ({ db }) => (await readHealth(db.pool, {})).proxies,
}

export const listDeadLettersCommand: Command = {
  summary:
    'Lists what the service has given up: jobs, webhooks and mails. With --retry or --discard and --id it moves one.',
  options: {
    kind: { value: 'kind', help: 'job, webhook or mail' },
    limit: LIMIT,
    id: { value: 'id', help: 'of one, as this command lists it' },
    retry: { help: 'puts it back; a job runs again at the cost of its account' },
    discard: { help: 'puts it aside' },
  },
  async run(ctx, values) {
    if (values.retry || values.discard) return await moveLetter(ctx, values)
    return await listDeadLetters(ctx.db.pool, { kind: kindOf(values), limit: limitOf(values) })
  },
}

const LETTER_ID = /^(?:job|webhook|mail)_[0-9a-f-]{36}$/

async function moveLetter(ctx: AdminContext, { id, retry, discard }: Values): Promise<Shown[]> {
  if (typeof id !== 'string' || !LETTER_ID.test(id))
    throw new AdminError(
      '--id must be one that list-dead-letters shows, such as job_019a9f3e-7081-7293-a4b5-c6d7e8f90a1b.',
    )
  if (retry && discard) throw new AdminError('Give --retry or --discard, not both.')
  if (discard) return await discardLetters(ctx, [id])
  return await withProducer(ctx, async (producer) => await retryLetters({ ...ctx, producer }, [id]))
}

function kindOf({ kind }: Values): LetterKind | undefined {
  if (kind === undefined || kind === 'job' || kind === 'webhook' || kind === 'mail') return kind
  throw new AdminError(`--kind must be job, webhook or mail, and it is "${kind}".`)
}

export const showLedgerCommand: Command = {
  summary: 'Tells whether the ledger adds up.',
  options: {},
  async run({ db }) {
    const { discrepancies, ...ledger } = await readLedger(db.pool)
    return { ...ledger, discrepancies: discrepancies.map(({ subject, what }) => `${subject}: ${what};`) }
  },
}

export const showVersionCommand: Command = {
  summary: 'Shows what this command and every service run.',
  options: {},
  async run({ db }) {
    const { services } = await readBeats(db.pool)
    const running = services.filter(({ version }) => version !== null)
    return {
      admin: VERSION,
      ...Object.fromEntries(running.map(({ service, version }) => [service, version])),
    }
  },
}

/** A Redis that has not answered by then is down. */
const CONNECT_MS = 3_000

export const doctorCommand: Command = {
  summary:
    'Checks what the services need and whether they run: databases, schema, clocks, services, ledger. Names what is wrong first.',
  options: {},
  async run({ db, env }) {
    const settings = {
      DATABASE_URL: databaseUrl(env),
      DATABASE_CONNECT_TIMEOUT: 5_000,
      REDIS_URL: redisUrl(env),
    }
    const connections = openConnections(settings, silentLogger(), { max: 2 })
    try {
      // A command has only just begun to connect.
      await once(connections.redis, 'ready', { signal: AbortSignal.timeout(CONNECT_MS) }).catch(() => {})
      const health = await readHealth(db.pool, connections.checks)
      const rows = [...checkRows(health), await ledgerRow(db.pool)]
      return rows.toSorted((a, b) => Number(a.state === 'ok') - Number(b.state === 'ok'))
    } finally {
      await connections.close()
    }
  },
}

function checkRows({ checks, services, proxies }: FleetHealth) {
  return [
    ...checks.map(({ name, status, reason }) => ({ check: name, state: status as string, reason })),
    ...services.map(({ service, status, reason }) => ({ check: service, state: status as string, reason })),
    ...proxies
      .filter(({ paused_until }) => paused_until !== null)
      .map(({ host, service, failures }) => ({
        check: `proxy ${host}`,
        state: 'down',
        reason: `failed ${failures} times in a row at ${service}`,
      })),
  ]
}

async function ledgerRow(pool: AdminContext['db']['pool']) {
  const { status, audited_at } = await readLedger(pool)
  return {
    check: 'ledger',
    state: status as string,
    reason: status === 'ok' ? null : `audited last: ${audited_at ?? 'never'}; show-ledger tells more`,
  }
}

async function withProducer<T>(
  { env }: AdminContext,
  work: (producer: ReturnType<typeof createProducer>) => Promise<T>,
): Promise<T> {
  const producer = createProducer({ redisUrl: redisUrl(env), onError: () => {} })
  try {
    return await work(producer)
  } finally {
    await producer.close()
  }
}

function asAdminError(error: unknown): never {
  if (error instanceof ApiError) throw new AdminError(error.message)
  throw error
}
