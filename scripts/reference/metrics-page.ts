import { METRICS, type MetricEntry } from '../../packages/platform/runtime/src/metric-catalog.ts'
import { table } from './table.ts'
import { writtenBy } from './written-by.ts'

/** docs/reference/metrics.md: every metric of the catalog. */
export function metricsPage(): string {
  const entries = Object.entries<MetricEntry>(METRICS)
  return [
    '# Metrics',
    '',
    writtenBy('packages/platform/runtime/src/metric-catalog.ts'),
    '',
    'Every process shows its metrics at `/metrics` on `OPS_PORT`, in the format of Prometheus. A histogram has buckets (`_bucket`), a',
    'sum (`_sum`) and a count (`_count`).',
    '',
    '## Of the services',
    '',
    'Each has the label `service` besides those in the table.',
    '',
    ...metricsTable(entries.filter(([, entry]) => !entry.ofProcess)),
    '',
    '## Of the process',
    '',
    ...metricsTable(entries.filter(([, entry]) => entry.ofProcess)),
    '',
  ].join('\n')
}

function metricsTable(entries: [string, MetricEntry][]): string[] {
  return table(
    ['Name', 'Type', 'Unit', 'Labels', 'Meaning'],
    entries.map(([name, { type, unit, labels, meaning }]) => [
      `\`${name}\``,
      type,
      unit,
      Object.entries(labels)
        .map(([label, tells]) => `\`${label}\`: ${tells}`)
        .join('<br>'),
      meaning,
    ]),
  )
}
