import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DevInfo } from '@gleaner/devstack/dev-info'

export interface Stack {
  /** What dev.json says now: pids change when a process is started anew. */
  info(): Promise<DevInfo>
  home: string
}

const HERE = join(import.meta.dirname, '../..')
const START_MS = 90_000
const STOP_MS = 60_000

interface StackOptions {
  /** The folder of a running stack to use instead, which is left running. */
  home?: string | undefined
  split?: boolean
  env?: Record<string, string>
  /** Folder of another checkout of this project whose stack is meant. */
  checkout?: string
}

/** Runs `use` on a stack of its own in a temporary folder, by the same program as `npm start`, and stops it afterwards. */
export async function withStack<T>(options: StackOptions, use: (stack: Stack) => Promise<T>): Promise<T> {
  if (options.home) return use({ home: options.home, info: () => readInfo(options.home!) })
  const home = await mkdtemp(join(tmpdir(), 'gleaner-bench-'))
  const child = launch(home, options)
  try {
    await untilUp(home, child)
    return await use({ home, info: () => readInfo(home) })
  } finally {
    await stop(child)
    await rm(home, { recursive: true, force: true, maxRetries: 3 })
  }
}

function launch(home: string, { split = false, env = {}, checkout = HERE }: StackOptions) {
  const program = createRequire(join(checkout, 'bench/')).resolve('@gleaner/devstack/bin')
  const log = openSync(join(home, 'stack.log'), 'a')
  return spawn(process.execPath, [program, ...(split ? ['--split'] : [])], {
    // The compile cache of `npm start`: without it every process would also hold what strips types.
    env: {
      NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/gleaner'),
      ...process.env,
      ...env,
      GLEANER_HOME: home,
      PORT: '0',
      npm_lifecycle_event: '',
    },
    stdio: ['ignore', log, log],
  })
}

async function untilUp(home: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS
  while (child.exitCode === null && Date.now() < deadline) {
    const up = await readInfo(home).then(
      ({ pids }) => Boolean(pids.gateway),
      () => false,
    )
    if (up) return
    await sleep(200)
  }
  throw new Error(`the stack does not start:\n${await readFile(join(home, 'stack.log'), 'utf8')}`)
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(killer)
}

async function readInfo(home: string): Promise<DevInfo> {
  return JSON.parse(await readFile(join(home, 'dev.json'), 'utf8')) as DevInfo
}
