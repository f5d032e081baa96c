import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { stringify } from 'yaml'
import { METRICS } from '../../packages/platform/runtime/src/metric-catalog.ts'
import { createMetrics, type Metrics } from '../../packages/platform/runtime/src/metrics.ts'
import { type Requirement, where } from '../../packages/tools/testkit/src/where.ts'
import { CASES } from './alert-cases.ts'

/** Of the package `prometheus`; elsewhere its path. */
const PROMTOOL = process.env.PROMTOOL ?? 'promtool'
const promtool: Requirement = {
  isMet: spawnSync(PROMTOOL, ['--version']).status === 0,
  missing: 'promtool is not installed',
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-alerts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs promtool; what it says where it is not content. */
function complaint(args: string[], input?: string): string | undefined {
  const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { input, encoding: 'utf8' })
  return status === 0 ? undefined : stdout + stderr
}

const ways = Object.entries(CASES).flatMap(([alert, { fires, silent, after }]) => [
  { alert, series: fires, after, firing: true },
  { alert, series: silent, after, firing: false },
])

where(promtool).describe('promtool', () => {
  test.each(ways)('$alert fires: $firing', ({ alert, series, after, firing }) => {
    const samples = firing ? [{ labels: '{}', value: 1 }] : []
    const path = join(folder, `${alert}-${firing}.yml`)
    const file = {
      rule_files: [join(import.meta.dirname, 'alerts.yml')],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          external_labels: { docs: 'https://api.example.com/docs' },
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [
            {
              // Of several series one is enough.
              expr: `count(ALERTS{alertname="${alert}", alertstate="firing"}) > bool 0`,
              eval_time: `${after}m`,
              exp_samples: samples,
            },
          ],
        },
      ],
    }
    writeFileSync(path, stringify(file))
    expect(complaint(['test', 'rules', path])).toBeUndefined()
  })

  test('finds no fault in the rules, nor in how metrics are called', async () => {
    expect(complaint(['check', 'rules', join(import.meta.dirname, 'alerts.yml')])).toBeUndefined()
    const metrics = createMetrics({ service: 'test' })
    for (const [name, entry] of Object.entries(METRICS))
      if (!('ofProcess' in entry)) use(metrics, name, entry)
    expect(complaint(['check', 'metrics'], await metrics.registry.metrics())).toBeUndefined()
  })
})

type Entry = (typeof METRICS)[keyof typeof METRICS]

/** Has a metric shown, whatever its labels. */
function use(metrics: Metrics, name: string, { type, labels }: Entry): void {
  const shown = Object.fromEntries(Object.keys(labels).map((label) => [label, 'a'])) as never
  if (type === 'counter') metrics.counter(name as never).inc(shown)
  if (type === 'gauge') metrics.gauge(name as never).set(1, shown)
  if (type === 'histogram') metrics.histogram(name as never).observe(1, shown)
}
