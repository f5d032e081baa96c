import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from './root.ts'
import { writtenBy } from './written-by.ts'

interface Rule {
  alert: string
  for?: string
  labels: { severity: string }
  annotations: { summary: string; remedy: string }
}

const RULES = 'infra/monitoring/alerts.yml'

/** A chart reads files of its own folder alone. */
export function chartAlerts(): string {
  return `# Written by \`pnpm docs\` from ${RULES}; change that.\n${readFileSync(join(ROOT, RULES), 'utf8')}`
}

/** docs/reference/alerts.md: what to do when each alert fires, where its `runbook_url` leads. */
export function alertsPage(): string {
  const rules: Rule[] = parse(readFileSync(join(ROOT, RULES), 'utf8')).groups[0].rules
  return [
    '# Alerts',
    '',
    writtenBy(RULES),
    '',
    'What Prometheus tells an operator, and what to do then. Those that are critical need somebody at night.',
    '',
    ...rules.flatMap(({ alert, labels, annotations, ...rule }) => [
      `## ${alert}`,
      '',
      `${labels.severity === 'critical' ? 'Critical' : 'A warning'}${rule.for ? `, after ${rule.for}` : ''}. ${annotations.remedy}`,
      '',
    ]),
  ].join('\n')
}
