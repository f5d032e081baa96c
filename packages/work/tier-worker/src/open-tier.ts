import { createHistories } from '@gleaner/change-tracking'
import { POOL_SIZES } from '@gleaner/connections'
import { LIMITS } from '@gleaner/contracts/limits'
import { TIERS } from '@gleaner/contracts/tier'
import { createDeploymentEgress, type Egress } from '@gleaner/egress'
import { createBodyMemory } from '@gleaner/http-tiers'
import { createDomainRecorder, openJobs } from '@gleaner/jobs'
import { createGuardedFetch } from '@gleaner/llm/client/guarded-fetch'
import { createArchiver } from '@gleaner/page-archive'
import { createProxyHealth, type OperatorProxy, parseOperatorProxies } from '@gleaner/proxies'
import { type Checks, createLoop, type Service, type ServiceDeps, type Vitals } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import { createStoreCheck, openFiles } from '@gleaner/storage'
import { createLiveBlockedDomains } from '@gleaner/switches/blocked-domains'
import { createKeptPages } from './attempt/kept-pages.ts'
import { createBulkGate } from './bulk-gate/bulk-gate.ts'
import type { TierConfig } from './config.ts'
import type { TierContext } from './context.ts'
import { createIsolatedProcessPool } from './isolated/process-pool.ts'
import { createLeaseRenewer } from './lease-renewer.ts'
import { openPermits } from './open-permits.ts'
import { createArtifacts } from './result/artifacts.ts'
import { createFileStore } from './result/file-store.ts'
import { createSampleFetcher } from './samples/sample-fetcher.ts'
import { createValidationMetrics } from './session-validation/validation-metrics.ts'
import { createTierMetrics } from './tier-metrics.ts'
import { createTierExtractPool } from './tier-parts.ts'
import { type CreateTierWorkers, handlersOf, type TierWorker } from './tier-worker.ts'

/** What other work of a tier's service shares with its scrapes. */
export interface TierParts extends Pick<ReturnType<typeof openJobs>, 'jobs' | 'db' | 'redis'> {
  egress: Egress
  proxies: readonly OperatorProxy[]
}

/** Work beside the scrapes: begins after them, and ends before what they share. */
export interface FurtherWork {
  start(): Promise<void>
  stop(): Promise<void>
}

export interface TierOptions<Config extends TierConfig> {
  config: Config
  deps: ServiceDeps
  createTierWorkers: CreateTierWorkers<Config>
  /** Address of the module that exports `createTierWorkers`, for isolated processes. */
  tierWorkersModule: string
  createFurtherWork?: (config: Config, parts: TierParts, deps: ServiceDeps) => FurtherWork
}

/** The workers of a service, and what they share. */
export interface OpenTier {
  readonly workers: readonly TierWorker[]
  readonly checks: Checks
  readonly report: NonNullable<Service['report']>
  vitals(): Vitals
  readonly parts: TierParts
  contextOf(worker: TierWorker): TierContext
  /** Prepares the workers and renews from now on what this process holds. */
  start(): Promise<void>
  /** Workers must have ended before. */
  close(): Promise<void>
}

const RECORD_DOMAINS_EVERY_MS = 5_000
/** Services that start beside this one are ready by then, and get the processor before its readers do. */
const WARM_READERS_AFTER_MS = 3_000

/** Opens everything that a tier's service works with; nothing happens before `start`. */
export function openTier<Config extends TierConfig>(options: TierOptions<Config>): OpenTier {
  const { config, deps, createTierWorkers, tierWorkersModule } = options
  const { logger, opsPort } = deps
  const onError = (error: Error) => logger.warn({ err: error }, 'a connection failed')
  const connections = openJobs(config, logger, { max: POOL_SIZES.tier })
  const { jobs, keys } = connections
  const blocked = createLiveBlockedDomains(jobs.pool, config.EGRESS_BLOCKED_DOMAINS, deps)
  const egress = createDeploymentEgress(config, blocked.names, [opsPort])
  const models = createGuardedFetch(egress)
  const workers = createTierWorkers(config, { ...deps, egress })
  const handlers = workers.map((worker) => handlersOf(worker, config))
  // Half of them are left for single scrapes.
  const bulkGate = createBulkGate({ maxWaiting: Math.floor(Math.min(...handlers) / 2) })
  const permits = openPermits(connections, bulkGate, workers, config, deps)
  const leases = createLeaseRenewer(jobs, deps)
  const domains = createDomainRecorder(jobs.pool)
  const recording = createLoop({
    name: 'record-domains',
    everyMs: RECORD_DOMAINS_EVERY_MS,
    logger,
    metrics: deps.metrics,
    run: domains.flush,
  })
  let readersLost = 0
  const extract = createTierExtractPool(config, {
    onWorkerLost: (error) => {
      readersLost++
      logger.warn({ err: error }, 'a page ended its worker')
    },
  })
  let warming: NodeJS.Timeout | undefined
  // The encryption keys are not for a process that a page may take over.
  const isolatedConfig = {
    ...config,
    ENCRYPTION_KEYS: '',
    // Read when a process is started: it lives for one job.
    get EGRESS_BLOCKED_DOMAINS() {
      return [...blocked.names()]
    },
  }
  const isolated = createIsolatedProcessPool({ tierWorkersModule, config: isolatedConfig, opsPort })

  const files = openFiles(config)
  const proxies = { list: parseOperatorProxies(config.PROXIES), health: createProxyHealth() }
  const shared: Omit<TierContext, 'tier' | 'fetcher' | 'sampleFetcher'> = {
    jobs,
    permits,
    bulkGate,
    hosts: permits.hosts,
    leases,
    domains,
    extract,
    models,
    isolated,
    bodies: createBodyMemory({ megabytes: config.BODY_MEMORY_MB, maxBytes: LIMITS.responseBody }),
    artifacts: createArtifacts(createFileStore(files), {
      maxDocumentBytes: config.DOCUMENT_MB * MEGABYTE,
    }),
    keptPages: createKeptPages(jobs, connections.redis, logger),
    archiver: createArchiver(jobs.pool, { maxMb: config.ARCHIVE_MB }),
    histories: createHistories(jobs.pool, { maxMb: config.TRACKING_MB }),
    proxies,
    metrics: createTierMetrics(deps.metrics),
    tracer: deps.tracer,
    validationMetrics: createValidationMetrics(deps.metrics),
    logger,
  }

  return {
    workers,
    parts: {
      jobs,
      db: connections.db,
      redis: connections.redis,
      egress,
      proxies: shared.proxies.list,
    },
    checks: {
      ...connections.checks,
      keys: keys.check,
      storage: createStoreCheck(files.store),
      ...Object.assign({}, ...workers.map((worker) => worker.checks)),
    },
    report: connections.report,
    vitals: () => ({
      ...Object.assign({}, ...workers.map((worker) => worker.vitals?.())),
      readers: { alive: extract.threads + extract.processes, lost: readersLost },
      ...(proxies.list.length > 0 && { proxies: proxies.list.map(proxies.health.stateOf) }),
    }),
    contextOf: ({ tier, fetcher }) => ({
      ...shared,
      tier,
      fetcher,
      sampleFetcher: createSampleFetcher(fetcher),
      logger: logger.child({ tier }),
    }),
    async start() {
      await keys.start()
      for (const { prepare } of workers) await prepare?.()
      await blocked.start()
      leases.start()
      recording.start()
      await permits.start()
      // The tier that nearly all jobs begin with.
      if (workers.some(({ tier }) => tier === TIERS[0]))
        warming = setTimeout(extract.prepare, WARM_READERS_AFTER_MS).unref()
    },
    async close() {
      clearTimeout(warming)
      await Promise.all([blocked.stop(), leases.stop(), recording.stop(), permits.stop()])
      await domains.flush().catch(onError)
      await Promise.all(workers.map(({ fetcher }) => fetcher.close()))
      await models.close()
      await Promise.all([extract.close(), isolated.close(), egress.close()])
      await connections.close()
    },
  }
}
