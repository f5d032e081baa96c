import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Cookie } from '@gleaner/cookie-rules'
import pLimit from 'p-limit'
import { describeMachine } from '../lib/machine.ts'
import type { App, RunningApp } from './apps/app.ts'
import { APPS, isForDevelopment } from './apps/index.ts'
import { cookiesIn } from './lib/cookies-in.ts'
import { exportCookies, FORMATS } from './lib/export-cookies.ts'
import { type Outcome, report } from './lib/report-calibration.ts'
import { expectStatus, type Service, withService } from './lib/service.ts'
import { visitorIn } from './lib/states.ts'
import { withApp } from './lib/with-app.ts'

/** What the twenty logged-out sessions of each application are. */
const LOGGED_OUT = ['signed-out', 'garbage', 'expired'] as const
type Kind = 'signed-in' | (typeof LOGGED_OUT)[number]
/** `interface.md`, Session limits: validations of one account in a minute. */
const PER_ACCOUNT = 5
const AT_ONCE = 3
/** Until the cookies of an `expired` session end. */
const SHORT_LIFE_MS = 4_000

/**
 * Validates sessions of real applications through the whole service: created through the API from the cookies of real logins, in every
 * import format, each application `--each` times (20) signed in and as often not. `--app <name>`: that one alone. `--verbose`:
 * what the service said where it was wrong (of applications for development only).
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      app: { type: 'string' },
      each: { type: 'string', default: '20' },
      verbose: { type: 'boolean', default: false },
    },
  })
  const apps = APPS.filter(({ name }) => !values.app || values.app.split(',').includes(name))
  const outcomes: Outcome[] = []
  await withService(async (service) => {
    for (const app of apps) {
      const own = await calibrate(app, service, Number(values.each))
      outcomes.push(...own)
      if (values.verbose && isForDevelopment(app))
        for (const wrong of own.filter(({ isRight }) => !isRight)) console.log(JSON.stringify(wrong))
    }
  })
  console.log(`${describeMachine()}\n\n${report(outcomes)}`)
}

async function calibrate(app: App, service: Service, each: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [index, language] of app.languages.entries()) {
    const numbers = Array.from({ length: each }, (_, number) => number).filter(
      (number) => number % app.languages.length === index,
    )
    if (numbers.length === 0) continue
    const found = await withApp(app, language, (running) => calibrateRunning(app, running, service, numbers))
    outcomes.push(...found)
    const right = found.filter(({ isRight }) => isRight).length
    console.log(
      `${new Date().toISOString().slice(11, 19)} ${app.name} ${language}: ${right} of ${found.length} right`,
    )
  }
  return outcomes
}

async function calibrateRunning(app: App, running: RunningApp, service: Service, numbers: number[]) {
  const kinds = numbers.flatMap((number): [Kind, number][] => [
    ['signed-in', number],
    [LOGGED_OUT[number % LOGGED_OUT.length]!, number],
  ])
  const waiting: (() => Promise<Outcome>)[] = []
  // One after the other: some applications end every login when one ends. Those that are to hold come last.
  const inOrder = kinds.toSorted(([a], [b]) => Number(a === 'signed-in') - Number(b === 'signed-in'))
  let key = ''
  for (const [count, [kind, number]] of inOrder.entries()) {
    if (count % PER_ACCOUNT === 0) key = await service.newAccount()
    waiting.push(await prepare(app, running, { service, key }, kind, number))
  }
  const limited = pLimit(AT_ONCE)
  return await Promise.all(waiting.map((validate) => limited(validate)))
}

/** Creates the session. What it returns validates it. */
async function prepare(
  app: App,
  running: RunningApp,
  { service, key }: { service: Service; key: string },
  kind: Kind,
  number: number,
): Promise<() => Promise<Outcome>> {
  const { client, shownName } = await visitorIn(kind === 'expired' ? 'signed-in' : kind, running)
  const endsAt = Date.now() + SHORT_LIFE_MS
  const cookies = (await cookiesIn(client.jar)).map(
    (cookie): Cookie => (kind === 'expired' ? { ...cookie, expiresAt: endsAt } : cookie),
  )
  const format = kind === 'expired' ? 'json-list' : FORMATS[number % FORMATS.length]!
  const hasHeaders = Object.keys(client.headers).length > 0
  const created = expectStatus(
    await service.call(key, 'POST', '/sessions', {
      name: `${app.name} ${kind} ${number}`,
      domain: running.pages.root,
      cookies: exportCookies(cookies, cookies.length > 0 ? format : 'names-and-values'),
      ...(hasHeaders && { headers: client.headers }),
      ...(kind === 'expired' && { expires_at: new Date(endsAt).toISOString() }),
    }),
    200,
  )
  return async () => {
    if (kind === 'expired') await sleep(Math.max(0, endsAt + 1_000 - Date.now()))
    const startedAt = performance.now()
    const { status, body } = await service.call(key, 'POST', `/sessions/${created.id}/validate`)
    const isValid = status === 200 && body.is_valid === true
    return {
      app: app.name,
      isForDevelopment: isForDevelopment(app),
      kind,
      format,
      status,
      isSignedIn: kind === 'signed-in',
      isRight: (status === 200 || kind === 'expired') && isValid === (kind === 'signed-in'),
      confidence: status === 200 ? Number(body.confidence) : 0,
      user: body?.detected_user ?? undefined,
      shownName,
      details: status === 200 ? body.details : JSON.stringify(body),
      ms: performance.now() - startedAt,
    }
  }
}

await main()
