import type { z } from 'zod'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import type { Tracer } from './tracing/tracer.ts'

/** By name; each rejects with a reason for an operator. */
export type Checks = Readonly<Record<string, () => Promise<void>>>

/** A long-lived part of the fleet: it starts, reports whether it is ready, and stops. */
export interface Service {
  readonly name: string
  /** Resolves once the service does its work; rejects when it cannot. */
  start(): Promise<void>
  /** Finishes or hands back what it holds, then closes everything it opened. May be called after a failed start. */
  stop(): Promise<void>
  /**
   * Where callers connect to the service: the process is about to stop and goes on serving for `DRAIN_TIME`. Its own readiness turns red,
   * and connections end with their next reply.
   */
  drain?(): void
  /** Readiness checks by name; one rejects (with a reason for an operator) when the service cannot do its work. */
  readonly checks: Checks
  /** The same for what a part of its work needs: without it the service is degraded, and ready for the rest. */
  readonly partialChecks?: Checks
  /** Figures beside its state. */
  vitals?(): Vitals
  /** Writes down how it is, for operators to see. */
  report?(beat: Beat): Promise<void>
}

/** Figures that operators see beside the state of a service; each where it has such a part. */
export interface Vitals {
  browsers?: { open: number; pages: number; started: number }
  readers?: { alive: number; lost: number }
  /** Of the operator's proxies: by host, without logins. */
  proxies?: { host: string; pool: string; failures: number; pausedUntil: number | null }[]
}

/** What a service says of itself every few seconds. */
export interface Beat {
  /** Of the process. */
  instance: string
  service: string
  host: string
  pid: number
  version: string
  startedAt: Date
  status: 'ready' | 'degraded' | 'not_ready' | 'stopped'
  /** Reasons by the names of the checks that fail. */
  failing: Record<string, string>
  vitals: Vitals
}

/** What every service is given by the process that runs it. */
export interface ServiceDeps {
  readonly logger: Logger
  readonly metrics: Metrics
  /** Where traces are wanted. */
  readonly tracer?: Tracer | undefined
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
