import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { makeRoom } from '@gleaner/runtime/process-priority'
import { MADE, UNREADABLE_EXIT } from './bounds.ts'

export interface GivenPicture {
  /** A PNG; read to its end, or destroyed. */
  stream: Readable
  takenAt: Date
}

/** Why two pictures could not be compared, in words for callers. `isLasting`: it will be so again. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault'
  readonly isLasting: boolean

  constructor(message: string, isLasting: boolean) {
    super(message)
    this.isLasting = isLasting
  }
}

const PROGRAM = fileURLToPath(new URL('./drawing/main.ts', import.meta.url))
const LONGEST_MS = 60_000
const CPU_SECONDS = 25
/** Of data, of which Node and libvips reserve more than they touch. */
const DATA_KB = 2_500 * 1024
const NICE = 5
/** It reads what strangers' pages look like: no secrets. */
const ENVIRONMENT = ['PATH', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE'] as const

const LIMITED_SHELL = `
ulimit -c 0
ulimit -d ${DATA_KB}
ulimit -t ${CPU_SECONDS}
echo 1000 2>/dev/null > /proc/self/oom_score_adj
exec "$0" "$@"`

/**
 * A PNG with both pictures beside each other, what differs outlined: of at most `MADE`. Throws PictureFault, and the reason of the signal when that
 * aborts.
 */
export async function comparePictures(
  before: GivenPicture,
  after: GivenPicture,
  signal: AbortSignal,
): Promise<Buffer> {
  const given = [before, after]
  const times = given.map(({ takenAt }) => takenAt.toISOString())
  const child = start(times)
  const until = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)])
  const end = () => kill(child)
  until.addEventListener('abort', end, { once: true })
  try {
    const exit = once(child, 'close')
    const [made] = await Promise.all([
      read(child.stdout!),
      ...given.map(({ stream }, at) => write(stream, child.stdio[at === 0 ? 0 : 3] as Writable)),
    ])
    const [code] = (await exit) as [number | null]
    signal.throwIfAborted()
    if (code === UNREADABLE_EXIT)
      throw new PictureFault('A picture of this change cannot be read, or is too large.', true)
    if (code !== 0 || made === undefined)
      throw new PictureFault('The pictures could not be compared in time; try again.', false)
    return made
  } finally {
    until.removeEventListener('abort', end)
    end()
    for (const { stream } of given) stream.destroy()
  }
}

function start(times: string[]): ChildProcess {
  const env = Object.fromEntries(
    ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  const child = spawn('/bin/sh', ['-c', LIMITED_SHELL, process.execPath, PROGRAM, ...times], {
    detached: true,
    env: env as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  })
  child.on('error', () => {})
  if (child.pid !== undefined) makeRoom(child.pid, NICE)
  return child
}

/** What the process does not take is not needed: its exit says why. */
async function write(from: Readable, to: Writable): Promise<void> {
  await pipeline(from, to).catch(() => {})
}

/** Undefined when there is more than may be. */
async function read(from: Readable): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of from) {
    bytes += piece.length
    if (bytes > MADE.bytes) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
