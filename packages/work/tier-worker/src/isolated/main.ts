import { createDeploymentEgress } from '@gleaner/egress'
import { createMetrics, learnTime, silentLogger } from '@gleaner/runtime'
import type { TierConfig } from '../config.ts'
import { createTierExtractPool } from '../tier-parts.ts'
import type { CreateTierWorkers } from '../tier-worker.ts'
import type { Call, Reply, Setup } from './messages.ts'

/*
 * The process that works on one job alone: a job that was at hand when a worker process died may be what killed it. Its
 * parent sends calls of the fetcher and of the extract pool over the IPC channel; it ends when the channel closes.
 */
const setup = await new Promise<Setup>((resolve) => process.once('message', resolve))
const { createTierWorkers } = (await import(setup.tierWorkersModule)) as {
  createTierWorkers: CreateTierWorkers<TierConfig>
}
const deps = { logger: silentLogger(), metrics: createMetrics({ service: 'isolated' }) }
const egress = createDeploymentEgress(setup.config, setup.config.EGRESS_BLOCKED_DOMAINS, [setup.opsPort])
const extract = createTierExtractPool(setup.config, { threads: 1 })
const workers = createTierWorkers(setup.config, { ...deps, egress })
const running = new Map<number, AbortController>()

process.on('message', (call: Call) => void answer(call))
process.once('disconnect', () => process.exit())
process.send!({ ready: true })

async function answer(call: Call): Promise<void> {
  if (call.kind === 'time') return await learnTime(async () => call.now)
  if (call.kind === 'cancel') return running.get(call.id)?.abort()
  const controller = new AbortController()
  running.set(call.id, controller)
  const reply = await run(call, controller.signal).then(
    (value): Reply => ({ id: call.id, value }),
    (error: unknown): Reply => ({ id: call.id, error: String(error) }),
  )
  running.delete(call.id)
  if (process.connected) process.send!(reply)
}

async function run(call: Exclude<Call, { kind: 'cancel' | 'time' }>, signal: AbortSignal): Promise<unknown> {
  if (call.kind === 'extract') {
    const [request, extra, limits] = call.args
    return await extract.extractJson(request, extra, { ...limits, signal })
  }
  const worker = workers.find(({ tier }) => tier === call.tier)!
  return await worker.fetcher.fetch(call.request, signal)
}
