import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { postScrape } from '../lib/api.ts'
import { describeMachine } from '../lib/machine.ts'
import { median } from '../lib/statistics.ts'
import { short, table } from '../lib/table.ts'

const ROOT = join(import.meta.dirname, '../..')
const DEADLINE_MS = 120_000
const LOOK_AGAIN_MS = 10
const FORMATS = ['markdown', 'json']

/** Seconds from `npm start`. */
interface Start {
  /** Until a scrape could be asked for. */
  ready: number
  /** Until the answer of the first one was there. */
  firstScrape: number
}

/**
 * From `npm start` to the answer of the first scrape, on a machine that has everything installed: with a new data folder, and with the
 * same one again. `--rounds <n>` starts with the same folder.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
  const home = await mkdtemp(join(tmpdir(), 'gleaner-bench-start-'))
  try {
    const first = await start(home)
    const again: Start[] = []
    for (let round = 0; round < Number(values.rounds); round++) again.push(await start(home))
    const over = (read: (one: Start) => number) => short(median(again.map(read)))
    console.log(`${describeMachine()}; median of ${values.rounds} starts\n`)
    console.log(
      table(
        ['npm start', 'ready, s', 'first scrape, s'],
        [
          ['with a new data folder (once)', short(first.ready), short(first.firstScrape)],
          ['with a data folder', over((one) => one.ready), over((one) => one.firstScrape)],
        ],
      ),
    )
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function start(home: string): Promise<Start> {
  const devFile = join(home, 'dev.json')
  await rm(devFile, { force: true })
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1_000
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, GLEANER_HOME: home, PORT: '0' },
    stdio: 'ignore',
  })
  try {
    const info = await untilReady(child, devFile)
    const ready = seconds()
    const url = `${info.sample_site}/bench/20kb`
    const { status, text } = await postScrape(info, { url, formats: FORMATS })
    if (status !== 200) throw new Error(`the first scrape was answered with ${status}: ${text.slice(0, 200)}`)
    return { ready, firstScrape: seconds() }
  } finally {
    await stop(child)
  }
}

/** dev.json is written when all services are ready. */
async function untilReady(child: ChildProcess, devFile: string): Promise<DevInfo> {
  const deadline = performance.now() + DEADLINE_MS
  while (child.exitCode === null && performance.now() < deadline) {
    const text = await readFile(devFile, 'utf8').catch(() => '')
    if (text.endsWith('}\n')) return JSON.parse(text) as DevInfo
    await sleep(LOOK_AGAIN_MS)
  }
  throw new Error('npm start does not come up')
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

await main()
