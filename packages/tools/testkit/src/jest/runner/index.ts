import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Test, TestResult } from '@jest/test-result'
import type { Config } from '@jest/types'
import type { SuiteConfig } from './run-suite.ts'
import { createSharedPrograms, type SharedPrograms } from './shared-programs.ts'
import { createWaitingSuites } from './waiting-suites.ts'

const MAIN = 'packages/tools/testkit/src/jest/runner/worker-main.ts'
/** A worker that has grown so large makes way for a new one. */
const MOST_RSS_BYTES = 1_500_000_000

type OnStart = (test: Test) => Promise<void>
type OnResult = (test: Test, result: TestResult) => Promise<void>
type OnFailure = (test: Test, error: unknown) => Promise<void>

/**
 * Jest's runner with test files in plain Node processes, each of which runs many, one after the other: what they import is loaded once for
 * all of them, as Node loads it in production. With jest's own, each file loads hundreds of modules anew.
 */
export default class SharedProcessRunner {
  readonly isSerial = false
  readonly supportsEventEmitters = false
  readonly #globalConfig: Config.GlobalConfig

  constructor(globalConfig: Config.GlobalConfig) {
    this.#globalConfig = globalConfig
  }

  async runTests(
    tests: Test[],
    watcher: { isInterrupted(): boolean },
    onStart: OnStart,
    onResult: OnResult,
    onFailure: OnFailure,
  ): Promise<void> {
    const waiting = createWaitingSuites(tests)
    const programs = createSharedPrograms()
    const lane = async () => {
      let worker: Worker | undefined
      try {
        for (let test = waiting.take(); test && !watcher.isInterrupted(); test = waiting.take()) {
          using _running = waiting.run(test)
          const { path, context } = test
          worker ??= startWorker(
            { globalConfig: this.#globalConfig, projectConfig: context.config },
            programs,
          )
          await onStart(test)
          try {
            const { result, rss } = await worker.run(path)
            await onResult(test, result)
            if (rss < MOST_RSS_BYTES) continue
            await worker.stop()
          } catch (error) {
            await onFailure(test, error)
          }
          worker = undefined
        }
      } finally {
        await worker?.stop()
      }
    }
    const lanes = Math.min(this.#globalConfig.maxWorkers, tests.length)
    try {
      await Promise.all(Array.from({ length: lanes }, lane))
    } finally {
      await programs.stop()
    }
  }
}

interface Worker {
  /** Rejects when the process ends before its answer. */
  run(path: string): Promise<{ result: TestResult; rss: number }>
  stop(): Promise<void>
}

function startWorker(config: SuiteConfig, programs: SharedPrograms): Worker {
  const child = fork(join(config.globalConfig.rootDir, MAIN), {
    serialization: 'advanced',
    // Most that a suite makes lives shortly: with more room for it, less is copied. In MB.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=64'],
  })
  programs.serve(child)
  child.send({ config: plain(config) })
  return {
    async run(path) {
      child.send({ path })
      return await answerOf(child)
    },
    async stop() {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

async function answerOf(child: ChildProcess): Promise<{ result: TestResult; rss: number }> {
  const settled = new AbortController()
  const { signal } = settled
  try {
    const died = once(child, 'exit', { signal }).then(([code, by]) => {
      throw new Error(`the process of the suite ended (${by ?? `code ${code}`})`)
    })
    died.catch(() => {})
    return await Promise.race([resultFrom(child, signal), died])
  } finally {
    settled.abort()
  }
}

/** The next message that is a result: a suite also asks for shared programs. */
function resultFrom(child: ChildProcess, signal: AbortSignal): Promise<{ result: TestResult; rss: number }> {
  return new Promise((resolve) => {
    const look = (message: object) => {
      if ('result' in message) resolve(message as { result: TestResult; rss: number })
    }
    child.on('message', look)
    signal.addEventListener('abort', () => child.off('message', look))
  })
}

/** Without functions, which cannot be sent. */
function plain(config: SuiteConfig): SuiteConfig {
  return JSON.parse(JSON.stringify(config))
}
