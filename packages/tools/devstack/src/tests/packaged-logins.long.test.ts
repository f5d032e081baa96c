import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@gleaner/local-servers/free-port'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Fleet, startFleet } from '../fleet.ts'
import { type Api, apiOf, expectStatus } from '../testing/fair/api.ts'
import { FLEET_UNDER_TEST } from '../testing/fleet-under-test.ts'
import { type LoginViewer, openLoginViewer } from '../testing/login-viewer.ts'
import { NODE_RED, PARSE_DASHBOARD, PERSON, startPackagedApp } from '../testing/packaged-apps.ts'

let folder: string
let fleet: Fleet
let api: Api
let apps: { url: string; stop(): Promise<void> }[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-apps-'))
  const ports = [await freePort(), await freePort()]
  apps = []
  for (const [at, app] of [NODE_RED, PARSE_DASHBOARD].entries())
    apps.push(await startPackagedApp(app, join(folder, String(at)), ports[at]!))
  const env = { ...FLEET_UNDER_TEST, EGRESS_ALLOW: ports.map((port) => `127.0.0.1:${port}`).join() }
  fleet = await startFleet({ home: join(folder, 'home'), port: 0, env })
  api = apiOf(fleet.info.base_url, fleet.info.api_key)
}, 600_000)
afterAll(async () => {
  await fleet?.stop()
  for (const app of apps) await app.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Where the field of the name is in a window of this size, as the picture shows it. */
const WINDOW = { width: 1280, height: 800 }

/** Opens a browser there and signs in by mouse and keys, as soon as what is clicked takes text. */
async function signIn(url: string, field: { x: number; y: number }) {
  const begun = await api('POST', '/manual-logins', { url })
  expectStatus(begun, 201)
  const viewer = await openLoginViewer(new URL(fleet.info.base_url).origin, begun.body, fleet.info.api_key)
  await eventually(() => expect(viewer.frames).toBeGreaterThan(0))
  viewer.do({ type: 'size', ...WINDOW })
  await untilTakesText(viewer, field, true)
  viewer.type(PERSON.user)
  viewer.press('Tab')
  viewer.type(PERSON.password)
  viewer.press('Enter')
  return { id: begun.body.id as string, viewer }
}

async function untilTakesText(viewer: LoginViewer, { x, y }: { x: number; y: number }, takes: boolean) {
  await eventually(() => {
    viewer.click(x, y)
    expect(viewer.last.typing?.takes_text).toBe(takes)
  })
}

async function keep(id: string) {
  const kept = await api('POST', `/manual-logins/${id}/keep`, {})
  expectStatus(kept, 200)
  return kept.body
}

const scrape = (url: string, more: object = {}) =>
  api('POST', '/scrape', { url, formats: ['text', 'html'], ...more })

describe('a login by hand at software of others', () => {
  test('Node-RED: what it has stored opens the editor', async () => {
    const [{ url }] = apps as [(typeof apps)[0]]
    const field = { x: 775, y: 407 }
    const { id, viewer } = await signIn(`${url}/`, field)
    await untilTakesText(viewer, field, false)
    const session = await keep(id)
    expect(session).toMatchObject({ storage_origins: [url], status: 'active' })
    const inside = await scrape(`${url}/`, {
      session_id: session.id,
      advanced: { render_js: true, wait_for: '.red-ui-palette-label' },
    })
    expectStatus(inside, 200)
    expect(inside.body.content.text).toContain('Manage palette')
    const outside = await scrape(`${url}/`, { advanced: { render_js: true } })
    expect(JSON.stringify(outside.body)).not.toContain('Manage palette')
  })

  test('Parse Dashboard: its cookie opens the list of applications', async () => {
    const [, { url }] = apps as [unknown, (typeof apps)[0]]
    const { id, viewer } = await signIn(`${url}/login`, { x: 695, y: 368 })
    await viewer.untilAt('/apps')
    const session = await keep(id)
    expect(session.cookie_names.length).toBeGreaterThan(0)
    const inside = await scrape(`${url}/apps`, { session_id: session.id })
    expectStatus(inside, 200)
    expect(inside.body.content.text).toContain('Harbour of Ada')
    const outside = await scrape(`${url}/apps`)
    expect(JSON.stringify(outside.body)).not.toContain('Harbour of Ada')
  })
})
