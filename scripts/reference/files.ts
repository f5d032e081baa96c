import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { alertsPage, chartAlerts } from './alerts-page.ts'
import { chartConfigMap, chartSecrets, chartValues } from './chart-settings.ts'
import { composeSettings } from './compose-settings.ts'
import { envExample } from './env-example.ts'
import { firecrawlPage } from './firecrawl-page.ts'
import { imageSettings } from './image-settings.ts'
import { metricsPage } from './metrics-page.ts'
import { retentionPage } from './retention-page.ts'
import { ROOT } from './root.ts'
import { settingsPage } from './settings-page.ts'

/** What is made of declarations, by its path: given the file as it stands, or '', the text that belongs there. */
const FILES: Readonly<Record<string, (standing: string) => string | Promise<string>>> = {
  'docs/reference/alerts.md': alertsPage,
  'docs/reference/firecrawl.md': firecrawlPage,
  'docs/reference/metrics.md': metricsPage,
  'docs/reference/retention.md': retentionPage,
  'docs/reference/settings.md': settingsPage,
  '.env.example': envExample,
  'docker-compose.yml': composeSettings,
  'infra/docker/node.Dockerfile': imageSettings('node'),
  'infra/docker/browser.Dockerfile': imageSettings('browser'),
  'infra/helm/gleaner/values.yaml': chartValues,
  'infra/helm/gleaner/templates/settings.yaml': chartConfigMap,
  'infra/helm/gleaner/files/secrets.yaml': chartSecrets,
  'infra/helm/gleaner/files/alerts.yaml': chartAlerts,
}

export const GENERATED = Object.keys(FILES)

export async function makeFile(path: string): Promise<{ standing: string; made: string }> {
  const standing = readStanding(path)
  return { standing, made: await FILES[path]!(standing) }
}

function readStanding(path: string): string {
  try {
    return readFileSync(join(ROOT, path), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}
