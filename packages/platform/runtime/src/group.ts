import { pino } from 'pino'
import { ConfigError, type Environment, loadConfig } from './config.ts'
import { withTimeout } from './deadline.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createLogger, type Logger } from './logger.ts'
import { createMetrics, createRegistry } from './metrics.ts'
import { refuseMisspelt } from './misspelt-settings.ts'
import { startOpsServer } from './ops-server.ts'
import { processConfig } from './process-config.ts'
import type { Service, ServiceDefinition } from './service.ts'
import { sleep } from './time.ts'
import { openSpanExporter } from './tracing/span-exporter.ts'
import { createTracer } from './tracing/tracer.ts'

/** The services of one process, started. */
export interface Group {
  readonly logger: Logger
  readonly opsPort: number
  /**
   * Says that the process is about to stop, and goes on for `DRAIN_TIME` where callers connect to it: whoever sends them finds out by
   * `/readyz`, and sends them elsewhere.
   */
  drain(): Promise<void>
  /** Stops all within `STOP_TIMEOUT_MS`; rejects when a service failed to stop or the time ran out. */
  stop(): Promise<void>
}

/**
 * Builds and starts services in one process: one ops server, one metrics registry, a logger each. When one fails to
 * start, those that did are stopped again and the error is thrown.
 */
export async function startGroup(
  name: string,
  definitions: readonly ServiceDefinition[],
  env: Environment,
): Promise<Group> {
  const settings = loadConfig(processConfig, env)
  const configs = loadAll(definitions, env)
  const schemas = [processConfig, ...definitions.map(({ config }) => config)]
  refuseMisspelt(new Set(schemas.flatMap(({ shape }) => Object.keys(shape))), env)
  const output = pino.destination(1)
  const loggerOf = (service: string) => createLogger({ service, level: settings.LOG_LEVEL }, output)
  const logger = loggerOf(name)
  const registry = createRegistry()
  const spans = openSpanExporter(settings, logger)
  const services: Service[] = []
  let state: 'starting' | 'started' | 'stopping' = 'starting'
  const ops = await startOpsServer({
    host: settings.OPS_HOST,
    port: settings.OPS_PORT,
    registry,
    services: () => (state === 'started' ? services : state),
  })

  const drain = async () => {
    state = 'stopping'
    const served = services.filter((service) => service.drain)
    if (served.length === 0 || settings.DRAIN_TIME === 0) return
    for (const service of served) service.drain!()
    logger.info({ ms: settings.DRAIN_TIME }, 'draining')
    await sleep(settings.DRAIN_TIME)
  }
  const heartbeat = createHeartbeat(services, logger, name)
  const stop = async () => {
    const hasStarted = state !== 'starting'
    state = 'stopping'
    try {
      if (hasStarted) await heartbeat.stop()
      await withTimeout('stopping', settings.STOP_TIMEOUT_MS, () => stopAll(services))
    } finally {
      await spans?.close()
      await ops.close()
    }
  }

  try {
    for (const [index, definition] of definitions.entries()) {
      const service = await definition.create(configs[index]!, {
        logger: loggerOf(definition.name),
        metrics: createMetrics({ service: definition.name, registry }),
        opsPort: ops.port,
        ...(spans && { tracer: createTracer(definition.name, spans, settings.OTEL_TRACES_SAMPLER_ARG) }),
      })
      services.push(service)
    }
    await Promise.all(services.map((service) => service.start()))
  } catch (error) {
    await stop().catch((stopError) =>
      logger.error({ err: stopError }, 'stopping after a failed start failed'),
    )
    throw error
  }
  state = 'started'
  heartbeat.start()
  return { logger, opsPort: ops.port, drain, stop }
}

function loadAll(definitions: readonly ServiceDefinition[], env: Environment) {
  return definitions.map(({ name, config }) => {
    try {
      return loadConfig(config, env)
    } catch (error) {
      if (error instanceof ConfigError) throw new ConfigError(`${name} cannot start. ${error.message}`)
      throw error
    }
  })
}

async function stopAll(services: readonly Service[]): Promise<void> {
  const results = await Promise.allSettled(services.map((service) => service.stop()))
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '))
}
