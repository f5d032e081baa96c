import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { makeRoom } from '@gleaner/runtime/process-priority'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { ExtractedJson, PageTask } from '../extract-json.ts'
import type { Budget } from './budget.ts'
import { type LossCause, type PageWorker, WorkerLost } from './page-worker.ts'
import { usageOfGroup } from './process-usage.ts'

const PROGRAM = fileURLToPath(new URL('./process-main.ts', import.meta.url))

/** Resident memory of the program itself with all of its modules, which is not the page's: measured 110 MB. */
const PROGRAM_MB = 128
/** Of the budget, for V8's heap: the rest is for buffers and WebAssembly. */
const HEAP_SHARE = 0.75
/** Node reserves some 600 MB that it never touches (stacks of its threads), and the bundled OCR as much again. */
const RESERVED_MB = 1536
/** A third of the weight of a process that answers: less, and a busy machine would starve what reads past its time. */
export const READER_NICE = 5
/** All that a reading process may need of its environment: it reads untrusted input, so it gets no secrets. */
const ENVIRONMENT = ['PATH', 'LANG', 'TMPDIR', 'TESSDATA_PREFIX', 'NODE_COMPILE_CACHE'] as const

/** Limits for the kernel to enforce, should samples come too late or the parent be gone. */
const LIMITED_SHELL = `
ulimit -c 0
ulimit -d "$WORKER_DATA_KB"
ulimit -t "$WORKER_CPU_SECONDS"
echo 1000 2>/dev/null > /proc/self/oom_score_adj
unset WORKER_DATA_KB WORKER_CPU_SECONDS
exec "$0" "$@"`

/** The budget that a signal stands for: V8 aborts when its heap is full, the kernel sends the other two. */
const CAUSES: Partial<Record<NodeJS.Signals, LossCause>> = {
  SIGABRT: 'memory',
  SIGKILL: 'memory',
  SIGXCPU: 'time',
}

/**
 * A process of its own, with everything that it starts (`tesseract`). Linux's OOM killer picks it first. What it reads takes seconds: it
 * makes room for the pages, and for all else that takes milliseconds.
 */
export function openProcessWorker(budget: Budget): PageWorker {
  const child = fork(PROGRAM, [], {
    // A group of its own, so that what it starts ends with it, and Ctrl-C reaches the service first.
    detached: true,
    execPath: '/bin/sh',
    execArgv: [
      '-c',
      LIMITED_SHELL,
      process.execPath,
      `--max-old-space-size=${Math.round(budget.memoryMb * HEAP_SHARE)}`,
    ],
    env: environment(budget),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (child.pid !== undefined) makeRoom(child.pid, READER_NICE)
  let isAlive = true
  let pending: PromiseWithResolvers<ExtractedJson> | undefined
  const lose = (why: string, signal?: NodeJS.Signals | null) => {
    isAlive = false
    pending?.reject(new WorkerLost(why, signal ? CAUSES[signal] : undefined))
    pending = undefined
  }
  const gone = Promise.withResolvers<void>()
  child.once('exit', (code, signal) => {
    lose(`the process ended (${signal ?? `exit code ${code}`})`, signal)
    gone.resolve()
  })
  child.on('error', (error) => lose(error.message))
  child.on('message', (outcome: ExtractedJson) => {
    setWaitedFor(child, false)
    pending?.resolve(outcome)
    pending = undefined
  })

  return {
    read(task: PageTask) {
      pending = Promise.withResolvers()
      const { promise } = pending
      setWaitedFor(child, true)
      child.send(task, (error) => error && lose(error.message))
      return promise
    },
    async usage() {
      const usage = isAlive && child.pid !== undefined ? await usageOfGroup(child.pid) : undefined
      return usage && { ...usage, memoryBytes: usage.memoryBytes - PROGRAM_MB * MEGABYTE }
    },
    async end() {
      isAlive = false
      pending = undefined
      if (child.pid === undefined) return
      setWaitedFor(child, true)
      killGroup(child.pid)
      await gone.promise
    },
    get isAlive() {
      return isAlive
    },
  }
}

function environment({ memoryMb, cpuMs }: Budget): NodeJS.ProcessEnv {
  const passed = ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return {
    ...Object.fromEntries(passed),
    WORKER_DATA_KB: String((memoryMb + RESERVED_MB) * 1024),
    // A process reads several pages, and is replaced by then: see RETIRE_AFTER in pool.ts.
    WORKER_CPU_SECONDS: String(Math.ceil((cpuMs * 4) / 1000)),
  }
}

/** Whether our process stays alive for this one. */
function setWaitedFor(child: ChildProcess, isWaitedFor: boolean): void {
  const method = isWaitedFor ? 'ref' : 'unref'
  child[method]()
  child.channel?.[method]()
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
