import { type Consumer, createConsumer, scrapeQueueOf } from '@gleaner/queue'
import type { Service } from '@gleaner/runtime'
import { VALIDATION_QUEUES, type ValidationStage } from '@gleaner/sessions'
import type { TierConfig } from './config.ts'
import type { TierContext } from './context.ts'
import { handleTask } from './handle-task.ts'
import { openTier, type TierOptions } from './open-tier.ts'
import { handleValidation } from './session-validation/handle-validation.ts'
import { handlersOf, MODEL_PLACES, type TierWorker, validationHandlers } from './tier-worker.ts'

export interface TierServiceOptions<Config extends TierConfig> extends TierOptions<Config> {
  name: string
}

/** How long a stopping service lets attempts finish; what is left is handed back to the queue. */
const STOP_GRACE_MS = 15_000

/** A service that takes scrape jobs from the queues of its tier workers and works on them. */
export function createTierService<Config extends TierConfig>(options: TierServiceOptions<Config>): Service {
  const { name, config } = options
  const tier = openTier(options)
  const further = options.createFurtherWork?.(config, tier.parts, options.deps)
  let consumers: Consumer[] = []
  return {
    name,
    checks: tier.checks,
    vitals: tier.vitals,
    report: tier.report,
    async start() {
      await tier.start()
      consumers = tier.workers.flatMap((worker) => {
        const ctx = tier.contextOf(worker)
        const { validates } = worker
        const scrapes = openConsumer(worker, config, ctx)
        return validates ? [scrapes, openValidations(validates, worker, config, ctx)] : [scrapes]
      })
      await further?.start()
    },
    async stop() {
      await Promise.all([further?.stop(), ...consumers.map((consumer) => consumer.stop(STOP_GRACE_MS))])
      await tier.close()
    },
  }
}

function openConsumer(worker: TierWorker, config: TierConfig, ctx: TierContext): Consumer {
  return createConsumer({
    redisUrl: config.REDIS_URL,
    queue: scrapeQueueOf(worker.tier),
    concurrency: handlersOf(worker, config) + MODEL_PLACES,
    handle: (task, stopping) => handleTask(ctx, task, stopping),
    onError: (error) => ctx.logger.warn({ err: error }, 'the queue connection failed'),
    onFailedTry: (error, task) => ctx.logger.error({ err: error, task }, 'a try of a job failed'),
  })
}

function openValidations(
  stage: ValidationStage,
  worker: TierWorker,
  config: TierConfig,
  ctx: TierContext,
): Consumer {
  return createConsumer({
    redisUrl: config.REDIS_URL,
    queue: VALIDATION_QUEUES[stage],
    concurrency: validationHandlers(worker, config),
    handle: (task, stopping) => handleValidation({ ...ctx, stage }, task, stopping),
    onError: (error) => ctx.logger.warn({ err: error }, 'the queue connection failed'),
    onFailedTry: (error, task) => ctx.logger.error({ err: error, task }, 'a try of a validation failed'),
  })
}
