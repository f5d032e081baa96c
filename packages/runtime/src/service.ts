import type { z } from 'zod'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'

/** A long-lived part of the fleet: it starts, reports whether it is ready, and stops. */
export interface Service {
  readonly name: string
  /** Resolves once the service does its work; rejects when it cannot. */
  start(): Promise<void>
  /** Finishes or hands back what it holds, then closes everything it opened. May be called after a failed start. */
  stop(): Promise<void>
  /** Readiness checks by name; one rejects (with a reason for an operator) when the service is not ready. */
  readonly checks: Record<string, () => Promise<void>>
}

/** What every service is given by the process that runs it. */
export interface ServiceDeps {
  readonly logger: Logger
  readonly metrics: Metrics
  /** Port of the process's ops server (OPS_PORT, or what the system chose for 0). */
  readonly opsPort?: number | undefined
}

/** A service before it is built: its name, the settings it reads, and how to make it of them. */
export interface ServiceDefinition<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: string
  /** A zod object whose keys are environment variables. */
  readonly config: Schema
  create(config: z.infer<Schema>, deps: ServiceDeps): Service | Promise<Service>
}
