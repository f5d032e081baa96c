import { Counter, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client'
import { type LabelsOf, METRICS, type MetricName } from './metric-catalog.ts'
import { addProcessMetrics } from './process-metrics.ts'

/** Labels may be left out where the metric has none. */
type WithLabels<
  Name extends keyof typeof METRICS,
  More extends unknown[] = [],
> = keyof LabelsOf<Name> extends never
  ? [labels?: LabelsOf<Name>, ...more: More]
  : [labels: LabelsOf<Name>, ...more: More]

export interface CounterOf<Name extends MetricName<'counter'>> {
  inc(...counted: WithLabels<Name, [by?: number]>): void
}

export interface GaugeOf<Name extends MetricName<'gauge'>> {
  set(value: number, ...labels: WithLabels<Name>): void
  /** Reports no value until the next one is set: an unknown value must not look like the last known one. */
  clear(...labels: WithLabels<Name>): void
}

export interface HistogramOf<Name extends MetricName<'histogram'>> {
  observe(value: number, ...labels: WithLabels<Name>): void
}

/** Numbers that one service reports, out of the catalog. Asking twice for a name gives the same metric. */
export interface Metrics {
  readonly registry: Registry
  counter<Name extends MetricName<'counter'>>(name: Name): CounterOf<Name>
  gauge<Name extends MetricName<'gauge'>>(name: Name): GaugeOf<Name>
  histogram<Name extends MetricName<'histogram'>>(name: Name): HistogramOf<Name>
}

/** Upper bounds of every histogram: all of them measure seconds, from 5 ms to 2 minutes. */
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
  const settings = (name: keyof typeof METRICS) => ({
    name,
    help: METRICS[name].meaning,
    labelNames: ['service', ...Object.keys(METRICS[name].labels)],
    registers: [registry],
  })
  const shared = <T>(name: string, create: () => T) =>
    (registry.getSingleMetric(name) as T | undefined) ?? create()

  return {
    registry,
    counter(name) {
      const counter = shared(name, () => new Counter(settings(name)))
      return { inc: (labels?: object, by: number = 1) => counter.inc({ service, ...labels }, by) }
    },
    gauge(name) {
      const gauge = shared(name, () => new PrometheusGauge(settings(name)))
      return {
        set: (value, labels?: object) => gauge.set({ service, ...labels }, value),
        clear: (labels?: object) => gauge.remove({ service, ...labels }),
      }
    },
    histogram(name) {
      const histogram = shared(name, () => new Histogram({ ...settings(name), buckets: SECONDS }))
      return { observe: (value, labels?: object) => histogram.observe({ service, ...labels }, value) }
    },
  }
}
