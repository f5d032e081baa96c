import type { Tier } from '@gleaner/contracts'
import type { ExtractPool } from '@gleaner/extract'
import type { Fetcher, FetchOutcome } from '@gleaner/http-tiers'
import { openPlaces, WORK } from '@gleaner/queue/work'
import type { Setup } from './messages.ts'
import { type IsolatedProcess, IsolatedProcessDied, startIsolatedProcess } from './process.ts'

/** Processes for jobs that were at hand when a worker died. */
export interface IsolatedProcessPool {
  /**
   * Waits for a process in which nothing else goes on. Rejects with the signal's reason when `signal` aborts first.
   * `share` is whose job it is: accounts take turns.
   */
  acquire<C extends Isolatable>(ctx: C, share: string, signal: AbortSignal): Promise<IsolatedContext<C>>
  close(): Promise<void>
}

/** The parts of a tier's context that an isolated process replaces. */
export interface Isolatable {
  tier: Tier
  fetcher: Fetcher
  extract: ExtractPool
}

export interface IsolatedContext<C extends Isolatable> {
  /** The given context, with the fetcher and the extract pool of the process. */
  ctx: C
  release(): Promise<void>
}

/** A process without work is ended after this time. */
const IDLE_MS = 10_000

/** `longestMs`: then the process of an attempt that was not released is ended, and its place is free. */
export function createIsolatedProcessPool(
  setup: Setup,
  longestMs: number = WORK['isolated-attempt'].longestMs,
): IsolatedProcessPool {
  const places = openPlaces('isolated-attempt')
  const idle: IsolatedProcess[] = []
  let idleTimer: NodeJS.Timeout | undefined
  let closed = false

  async function release(process: IsolatedProcess, permit: Disposable): Promise<void> {
    if (process.isAlive && !closed) idle.push(process)
    else await process.end()
    permit[Symbol.dispose]()
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => void endIdle(), IDLE_MS).unref()
  }

  async function endIdle(): Promise<void> {
    await Promise.all(idle.splice(0).map((process) => process.end()))
  }

  return {
    async acquire(ctx, share, signal) {
      const permit = await places.acquire(share, signal)
      try {
        const process = idle.findLast(({ isAlive }) => isAlive) ?? (await startIsolatedProcess(setup))
        if (idle.includes(process)) idle.splice(idle.indexOf(process), 1)
        const end = () => void process.end().finally(() => permit[Symbol.dispose]())
        const timer = setTimeout(end, longestMs).unref()
        return {
          ctx: { ...ctx, fetcher: fetcherOf(ctx, process), extract: extractOf(ctx, process) },
          release() {
            clearTimeout(timer)
            return release(process, permit)
          },
        }
      } catch (error) {
        permit[Symbol.dispose]()
        throw error
      }
    },
    async close() {
      closed = true
      clearTimeout(idleTimer)
      await endIdle()
    },
  }
}

/** A job that takes two processes along, the second one alone, is what ended them: this is final. */
const ENDED_ITS_PROCESS = 'The page ended the process that worked on it, twice; it is not tried again.'

function fetcherOf({ tier, fetcher }: Isolatable, process: IsolatedProcess): Fetcher {
  return {
    ...fetcher,
    // So few bodies at once need no reservation, which cannot be sent either.
    async fetch({ memory: _memory, keepGap: _keepGap, ...request }, signal) {
      try {
        return (await process.call({ kind: 'fetch', tier, request }, signal)) as FetchOutcome
      } catch (error) {
        if (!(error instanceof IsolatedProcessDied)) throw error
        return { kind: 'failed', reason: 'resource_limit', detail: ENDED_ITS_PROCESS, mayHaveBeenSent: true }
      }
    },
  }
}

function extractOf({ extract }: Isolatable, process: IsolatedProcess): ExtractPool {
  const extractJson: ExtractPool['extractJson'] = async (request, extra, { signal, ...limits } = {}) => {
    try {
      const args: Parameters<ExtractPool['extractJson']> = [request, extra, limits]
      return (await process.call({ kind: 'extract', args }, signal)) as Awaited<
        ReturnType<typeof extractJson>
      >
    } catch (error) {
      if (!(error instanceof IsolatedProcessDied)) throw error
      return { ok: false, code: 'EXTRACTION_FAILED', message: ENDED_ITS_PROCESS }
    }
  }
  return { ...extract, extractJson }
}
