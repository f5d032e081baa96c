import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { table } from '../lib/table.ts'
import type { App, RunningApp } from './apps/app.ts'
import { APPS } from './apps/index.ts'
import { cookiesIn } from './lib/cookies-in.ts'
import { exportCookies } from './lib/export-cookies.ts'
import { expectStatus, type Service, withService } from './lib/service.ts'

import { WebClient } from './lib/web-client.ts'
import { withApp } from './lib/with-app.ts'

const TIERS = ['1', '2', '3', '4']
/** Until a session that failed three times has been validated by itself. */
const BACKGROUND_MS = 90_000

/**
 * Scrapes what only a signed-in user of each application sees: at every tier, in a batch, with `session_update`, and after a sign-out
 * on the server. `--app <name,name>`: those alone.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { app: { type: 'string' } } })
  const apps = APPS.filter(({ name }) => !values.app || values.app.split(',').includes(name))
  const rows: string[][] = []
  await withService(async (service) => {
    for (const app of apps) {
      const row = await withApp(app, app.languages[0], (running) => tryUses(app, running, service))
      rows.push([app.name, ...row])
      console.log(row.join(' | '))
    }
  })
  const header = [
    'application',
    'tiers 1 to 4',
    'batch',
    'kept up to date',
    'after sign-out',
    'state',
    'validated',
    'then',
  ]
  console.log(table(header, rows))
}

interface Held {
  app: App
  running: RunningApp
  service: Service
  key: string
  id: string
}

async function tryUses(app: App, running: RunningApp, service: Service): Promise<string[]> {
  const client = new WebClient()
  await client.visit(running.pages.signIn)
  await running.signIn(client)
  const key = await service.newAccount()
  const held = { app, running, service, key, id: await store(app, running, service, key, client) }
  const tiers: string[] = []
  for (const tier of TIERS) tiers.push(await scrapePrivate(held, { cost_controls: { force_tier: tier } }))
  const batch = await scrapeBatch(held)
  const updates: string[] = []
  for (let count = 0; count < 3; count++)
    updates.push(await scrapePrivate(held, { advanced: { session_update: true } }))
  const ended = await afterSignOut(held, client)
  return [tiers.join(' '), batch, updates.join(' '), ...ended]
}

async function store(app: App, running: RunningApp, service: Service, key: string, client: WebClient) {
  const cookies = exportCookies(await cookiesIn(client.jar), 'json-list')
  const login = {
    cookies: Array.isArray(cookies) && cookies.length > 0 ? cookies : {},
    headers: client.headers,
  }
  const body = { name: app.name, domain: running.pages.root, ...login }
  return expectStatus(await service.call(key, 'POST', '/sessions', body), 200).id as string
}

/** `ok`, or what came in its place. */
async function scrapePrivate({ running, service, key, id }: Held, more: object): Promise<string> {
  const request = {
    url: running.pages.private,
    session_id: id,
    formats: ['html', 'text'],
    sync: true,
    ...more,
  }
  const { status, body } = await service.call(key, 'POST', '/scrape', request)
  if (status !== 200) return String(body?.error ?? status)
  if (body.byos_applied !== true) return `byos_applied ${body.byos_applied}`
  if (JSON.stringify(body.content).includes(JSON.stringify(running.pages.privateText).slice(1, -1)))
    return 'ok'
  return body.warnings?.some((warning: string) => /seems to have ended/.test(warning))
    ? 'sign-in page'
    : 'no content'
}

async function scrapeBatch({ running, service, key, id }: Held): Promise<string> {
  const urls = [running.pages.private, running.pages.inner, running.pages.root]
  const batch = expectStatus(await service.call(key, 'POST', '/batch', { urls, session_id: id }), 200)
  for (let waited = 0; waited < BACKGROUND_MS; waited += 500) {
    const { body } = await service.call(key, 'GET', `/batch/${batch.batch_id}`)
    if (/completed|failed|partial/.test(body.status))
      return `${body.items?.filter((item: { result?: { byos_applied?: boolean } }) => item.result?.byos_applied).length} of ${urls.length}`
    await sleep(500)
  }
  return 'does not end'
}

async function afterSignOut(held: Held, client: WebClient): Promise<string[]> {
  const { running, service, key, id } = held
  await running.signOut(client)
  const answers: string[] = []
  for (let count = 0; count < 3; count++)
    answers.push(await scrapePrivate(held, { cost_controls: { force_tier: '1' } }))
  const state = async () => (await service.call(key, 'GET', `/sessions/${id}`)).body
  const first = await state()
  let last = first
  for (let waited = 0; waited < BACKGROUND_MS && last.status === 'pending_validation'; waited += 3_000) {
    await sleep(3_000)
    last = await state()
  }
  const then = await scrapePrivate(held, { cost_controls: { force_tier: '1' } })
  const shown = `${first.status} (${first.consecutive_failures}), ${first.success_rate} %`
  return [answers.join(' '), shown, `${last.status} ${last.validation_confidence ?? ''}`.trim(), then]
}

await main()
