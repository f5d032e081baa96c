import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { storeYearOfUsage } from '@gleaner/billing/testing/usage-in-store'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { findChromium } from '@gleaner/devstack/find-chromium'
import puppeteer, { type Page } from 'puppeteer-core'
import { runBatch } from '../batch/run-batch.ts'
import { callApi } from '../lib/api.ts'
import { describeMachine } from '../lib/machine.ts'
import { cpuDuring } from '../lib/process-usage.ts'
import { type Stack, withStack } from '../lib/stack.ts'
import { table } from '../lib/table.ts'
import { storeJobs } from './jobs-in-store.ts'
import { type MainThread, traced } from './main-thread.ts'
import { beginAnew, type Frames, firstRowMs, framesOf, noteFrames, scrollFor } from './watched-page.ts'

const SCROLLED_MS = 5_000
const END_MS = 600_000
/** A frame that comes later was missed at 60 a second. */
const MISSED_MS = 34

/**
 * The dashboard in Chromium: a list of many jobs is opened and scrolled, a year of usage is opened, and a batch is watched live, once to its end and once while the
 * realtime service is killed. `--jobs <n>`, `--items <n>`. The dashboard has to be built (`node scripts/generate.mjs`).
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { jobs: { type: 'string', default: '10000' }, items: { type: 'string', default: '1000' } },
  })
  const items = Number(values.items)
  const browser = await puppeteer.launch({
    executablePath: (await findChromium(process.env))!,
    args: ['--no-sandbox'],
  })
  try {
    await withStack({ split: true }, async (stack) => {
      const info = await stack.info()
      const page = await browser.newPage()
      await page.setViewport({ width: 1280, height: 900 })
      await noteFrames(page)
      await signIn(page, info)
      await storeJobs(info, Number(values.jobs))
      console.log(describeMachine())
      console.log(table(['List of jobs', ''], await openList(page, info)))
      console.log(table(['A year of usage', 'first row after'], await openUsage(page, info)))
      console.log(table(['Batch watched', '', 'unwatched'], await watch(page, stack, items)))
      console.log(table(['Realtime killed', ''], await watchThroughKill(page, stack, items)))
    })
  } finally {
    await browser.close()
  }
}

async function signIn(page: Page, info: DevInfo): Promise<void> {
  await page.goto(appOf(info, '/sign-in'), { waitUntil: 'networkidle2' })
  await page.locator('input[type=email]').fill(info.user.email)
  await page.locator('input[type=password]').fill(info.user.password)
  await page.locator('button[type=submit]').click()
  await page.waitForFunction(() => !location.pathname.includes('sign-in'))
}

const appOf = ({ base_url }: DevInfo, path: string) => `${new URL(base_url).origin}/app${path}`

async function openList(page: Page, info: DevInfo): Promise<string[][]> {
  // Once before, as whoever comes back has the files in the browser's cache.
  await page.goto(appOf(info, '/jobs'), { waitUntil: 'networkidle2' })
  await page.goto(appOf(info, '/jobs'))
  const opened = await firstRowMs(page)
  await sleep(1_000)
  await beginAnew(page)
  let pixels = 0
  const tasks = await traced(page, async () => {
    pixels = await scrollFor(page, SCROLLED_MS)
  })
  const frames = await framesOf(page)
  return [
    ['first row after', `${opened.toFixed(0)} ms`],
    ['rows scrolled', (pixels / 36).toFixed(0)],
    ...describeFrames(frames, SCROLLED_MS),
    ...describeTasks(tasks),
  ]
}

/** Each of its tabs, over a whole year. */
async function openUsage(page: Page, info: DevInfo): Promise<string[][]> {
  const rows = await storeYearOfUsage(info.database_url)
  const opened: string[][] = []
  for (const by of ['day', 'tier', 'domain', 'key', 'kind']) {
    await page.goto(appOf(info, `/usage?days=365&by=${by}`))
    opened.push([`by ${by}`, `${(await firstRowMs(page)).toFixed(0)} ms`])
  }
  return [['rows of roll-ups', rows.toLocaleString('en')], ...opened]
}

async function watch(page: Page, stack: Stack, items: number): Promise<string[][]> {
  const info = await stack.info()
  const body = { urls: addresses(info, items, 'unwatched'), formats: ['markdown'] }
  const alone = await timed(info, () => runBatch(info, info.api_key, body))
  await page.goto('about:blank')
  const { batch_id } = await startBatch(info, items, 'watched')
  await page.goto(appOf(info, `/batches/${batch_id}`))
  await page.waitForSelector('[role=progressbar]')
  let tasks: MainThread = { cpuMs: [] }
  await beginAnew(page)
  const watched = await timed(info, async () => {
    tasks = await traced(page, () => untilSaid(page, `${items.toLocaleString('en')} delivered`))
  })
  const ofCore = ({ spentMs, ms }: Timed, name: string) => `${((100 * spentMs[name]!) / ms).toFixed(1)} %`
  return [
    ['seconds', (watched.ms / 1_000).toFixed(1), (alone.ms / 1_000).toFixed(1)],
    ...['gateway', 'realtime'].map((name) => [
      `CPU of ${name}, of a core`,
      ofCore(watched, name),
      ofCore(alone, name),
    ]),
    ...[...describeFrames(await framesOf(page), watched.ms), ...describeTasks(tasks)].map((row) => [
      ...row,
      '',
    ]),
  ]
}

async function watchThroughKill(page: Page, stack: Stack, items: number): Promise<string[][]> {
  const info = await stack.info()
  const { batch_id } = await startBatch(info, items, 'killed')
  await page.goto(appOf(info, `/batches/${batch_id}`))
  await page.waitForFunction(
    (most) => {
      const ended = Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'))
      return ended > most
    },
    { timeout: END_MS },
    items / 10,
  )
  const killedAt = performance.now()
  process.kill(info.pids.realtime!, 'SIGKILL')
  const since = () => `${((performance.now() - killedAt) / 1_000).toFixed(1)} s`
  await untilSaid(page, 'The live news broke off')
  const stale = since()
  await page.waitForFunction(
    () => !document.querySelector('#content')?.textContent?.includes('The live news broke off'),
    { timeout: END_MS },
  )
  const alive = since()
  await untilSaid(page, `${items.toLocaleString('en')} delivered, 0 failed, 0 to come`)
  return [
    ['says that it is stale after', stale],
    ['goes on after', alive],
    ['items told at the end', String(items)],
  ]
}

const addresses = ({ sample_site }: DevInfo, items: number, mark: string) =>
  Array.from({ length: items }, (_, n) => `${sample_site}/article?${mark}=${n}`)

async function startBatch(info: DevInfo, items: number, mark: string): Promise<{ batch_id: string }> {
  const body = { urls: addresses(info, items, mark), formats: ['markdown'] }
  const { status, text } = await callApi(info, 'POST', '/batch', { body })
  if (status !== 200) throw new Error(`status ${status}: ${text.slice(0, 200)}`)
  return JSON.parse(text)
}

interface Timed {
  ms: number
  spentMs: Record<string, number>
}

async function timed(
  { pids: { supervisor: _, ...pids } }: DevInfo,
  work: () => Promise<void>,
): Promise<Timed> {
  const startedAt = performance.now()
  const { spentMs } = await cpuDuring(pids, work)
  return { ms: performance.now() - startedAt, spentMs }
}

async function untilSaid(page: Page, text: string): Promise<void> {
  const isSaid = (wanted: string) => document.querySelector('#content')?.textContent?.includes(wanted)
  await page.waitForFunction(isSaid, { timeout: END_MS, polling: 50 }, text)
}

function describeFrames({ longTasks, gaps }: Frames, ms: number): string[][] {
  const inOrder = gaps.toSorted((a, b) => a - b)
  return [
    ['frames a second', ((1_000 * gaps.length) / ms).toFixed(1)],
    ['frame, 95th of 100', `${(inOrder[Math.floor(inOrder.length * 0.95)] ?? 0).toFixed(0)} ms`],
    ['longest frame', `${(inOrder.at(-1) ?? 0).toFixed(0)} ms`],
    [`frames above ${MISSED_MS} ms`, String(gaps.filter((gap) => gap > MISSED_MS).length)],
    [
      'tasks above 50 ms, by the clock',
      `${longTasks.length}, the longest ${Math.max(0, ...longTasks).toFixed(0)} ms`,
    ],
  ]
}

const describeTasks = ({ cpuMs }: MainThread): string[][] => [
  ['tasks above 50 ms, by the processor', String(cpuMs.filter((ms) => ms > 50).length)],
  ['longest task, by the processor', `${(cpuMs[0] ?? 0).toFixed(1)} ms`],
]

await main()
