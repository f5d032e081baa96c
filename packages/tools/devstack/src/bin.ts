import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseMemory } from '@gleaner/runtime/release-memory'
import { type Fleet, startFleet } from './fleet.ts'
import { watchParent } from './parent-watch.ts'
import { describeStack } from './print-info.ts'

const USAGE = `npm start            starts the whole fleet on port 8080
npm start -- --split one process per service

PORT=9000 npm start         serves on another port
GLEANER_HOME=dir npm start  keeps data, logs and keys in another folder (.gleaner)
Every setting is listed in .env.example.`

/** `npm start`: the whole stack, until a signal or the end of npm. */
async function main(): Promise<void> {
  const begin = Date.now()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { values } = readArguments()
  if (values.help) return console.log(USAGE)
  const say = (line: string) => console.error(line)
  say('Starting databases and services ...')
  const fleet = startFleet({
    home: process.env.GLEANER_HOME || '.gleaner',
    port: readPort(process.env.PORT),
    split: values.split,
    env: process.env,
    say,
  })
  stopOnSignals(fleet, say)
  const { info, home } = await fleet
  releaseMemory()
  const seconds = (Date.now() - begin) / 1000
  console.log(describeStack(info, { seconds, devFile: shown(home.devFile), logs: shown(home.logs) }))
}

/** A path as a person would type it from here. */
function shown(path: string): string {
  const short = relative(process.cwd(), path)
  return short.startsWith('..') ? path : short
}

/** npm forwards a Ctrl-C that the terminal has also sent to us: two signals this close together count as one. */
const DUPLICATE_SIGNAL_MS = 1_000

/** The first signal stops in order, also one that comes while starting; a later one does not wait. */
function stopOnSignals(starting: Promise<Fleet>, say: (line: string) => void): void {
  let fleet: Fleet | undefined
  let stoppingSince: number | undefined
  const stop = async (why: string) => {
    if (stoppingSince !== undefined) {
      if (Date.now() - stoppingSince < DUPLICATE_SIGNAL_MS) return
      // Databases and services of a stack that still starts end with us by themselves.
      fleet?.kill()
      process.exit(1)
    }
    stoppingSince = Date.now()
    say(`\nStopping (${why}) ...`)
    fleet = await starting
    await fleet.stop()
    say('Stopped.')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal).catch(fail))
  }
  if (process.env.npm_lifecycle_event) watchParent(() => void stop('npm is gone').catch(fail))
}

function readArguments() {
  try {
    return parseArgs({ options: { split: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } })
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}`)
  }
}

function readPort(text: string | undefined): number {
  const port = Number(text || 8080)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`PORT must be a number from 0 to 65535, and it is "${text}".`)
}

function fail(error: unknown): never {
  console.error(`\n${error instanceof Error ? error.message : error}`)
  process.exit(1)
}

await main().catch(fail)
