import { Counter, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client'
import { addProcessMetrics } from './process-metrics.ts'

export type Labels = Record<string, string | number>

export interface Gauge {
  set(value: number, labels?: Labels): void
  /** Reports no value until the next one is set: an unknown value must not look like the last known one. */
  clear(labels?: Labels): void
}

/** Numbers that one service reports. Asking twice for a name gives the same metric. */
export interface Metrics {
  readonly registry: Registry
  counter(
    name: string,
    help: string,
    labelNames?: readonly string[],
  ): { inc(labels?: Labels, by?: number): void }
  gauge(name: string, help: string, labelNames?: readonly string[]): Gauge
  /** Buckets are upper bounds in the metric's unit; the default suits seconds from 5 ms to 2 minutes. */
  histogram(
    name: string,
    help: string,
    labelNames?: readonly string[],
    buckets?: readonly number[],
  ): { observe(value: number, labels?: Labels): void }
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

/** One registry for a process, with the process's own memory, CPU and event-loop figures. */
export function createRegistry(): Registry {
  const registry = new Registry()
  addProcessMetrics(registry)
  return registry
}

/**
 * The metrics of one service. Every series carries a `service` label, so that several services share the registry of
 * their process and its `/metrics` stays one valid document.
 */
export function createMetrics({
  service,
  registry = createRegistry(),
}: {
  service: string
  registry?: Registry
}): Metrics {
  const settings = (name: string, help: string, labelNames: readonly string[] = []) => ({
    name,
    help,
    labelNames: ['service', ...labelNames],
    registers: [registry],
  })
  const shared = <T>(name: string, create: () => T) =>
    (registry.getSingleMetric(name) as T | undefined) ?? create()

  return {
    registry,
    counter(name, help, labelNames) {
      const counter = shared(name, () => new Counter(settings(name, help, labelNames)))
      return { inc: (labels, by = 1) => counter.inc({ service, ...labels }, by) }
    },
    gauge(name, help, labelNames) {
      const gauge = shared(name, () => new PrometheusGauge(settings(name, help, labelNames)))
      return {
        set: (value, labels) => gauge.set({ service, ...labels }, value),
        clear: (labels) => gauge.remove({ service, ...labels }),
      }
    },
    histogram(name, help, labelNames, buckets = SECONDS) {
      const histogram = shared(
        name,
        () => new Histogram({ ...settings(name, help, labelNames), buckets: [...buckets] }),
      )
      return { observe: (value, labels) => histogram.observe({ service, ...labels }, value) }
    },
  }
}
