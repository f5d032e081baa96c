import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { METRICS } from '../../packages/platform/runtime/src/metric-catalog.ts'
import { CASES } from './alert-cases.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8')
const prometheus = parse(read('prometheus.yml'))
const rules: {
  alert: string
  expr: string
  annotations: Record<'summary' | 'remedy' | 'runbook_url', string>
}[] = parse(read('alerts.yml')).groups[0].rules
const panels: { title: string; targets: { expr: string }[] }[] = JSON.parse(
  read('grafana/dashboards/gleaner.json'),
).panels

/** What is declared, with the suffixes that Prometheus adds to a histogram. */
const defined = new Set(
  Object.entries(METRICS).flatMap(([name, { type }]) =>
    type === 'histogram' ? ['_count', '_bucket', '_sum'].map((suffix) => name + suffix) : [name],
  ),
)

function metricsIn(expression: string): string[] {
  return [...expression.matchAll(/\b(?:gleaner|process|nodejs)_[a-z_]+/g)].map(([name]) => name)
}

describe('monitoring', () => {
  test('scrapes the ops port of every service in the compose file', () => {
    const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), {
      merge: true,
      maxAliasCount: -1,
    })
    const ours = Object.keys(compose.services).filter((name) =>
      compose.services[name].command?.[0]?.startsWith('services/'),
    )
    const [{ names, port }] = prometheus.scrape_configs[0].dns_sd_configs
    expect([...names].sort()).toEqual(ours.sort())
    expect(port).toBe(9090)
  })

  test.each(rules)(
    'the alert $alert asks for metrics that exist, and says what is wrong',
    ({ alert, expr, annotations }) => {
      for (const name of metricsIn(expr)) expect(defined).toContain(name)
      expect(annotations.summary).toMatch(/\{\{/)
      const page = `reference/alerts#${alert.toLowerCase()}`
      expect(annotations.runbook_url).toBe(`{{ $externalLabels.docs }}/${page}`)
      expect(annotations.remedy).toMatch(/^[A-Z`].{40,}\.$/)
    },
  )

  test('each alert is seen to fire and to stay silent', () => {
    expect(Object.keys(CASES).sort()).toEqual(rules.map(({ alert }) => alert).sort())
  })

  test.each(panels)('the panel "$title" shows metrics that exist', ({ targets }) => {
    for (const { expr } of targets) for (const name of metricsIn(expr)) expect(defined).toContain(name)
    expect(targets.length).toBeGreaterThan(0)
  })
})
