import type { Page } from 'puppeteer-core'

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds: of the clock, and of the processor. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** What the page's main thread has done, in milliseconds. */
export interface MainThread {
  /** Tasks by the processor time that they took, the longest first: on a busy machine the clock counts what others do as well. */
  cpuMs: number[]
}

/** Traces a page while `work` goes on. */
export async function traced(page: Page, work: () => Promise<void>): Promise<MainThread> {
  await page.tracing.start({ categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await work()
  const trace = await page.tracing.stop()
  const { traceEvents } = JSON.parse(Buffer.from(trace!).toString()) as { traceEvents: TraceEvent[] }
  const renderers = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => ph === 'X' && /(^|::)RunTask$/.test(name) && renderers.has(`${pid} ${tid}`),
  )
  return { cpuMs: tasks.map(({ tdur = 0 }) => tdur / 1_000).sort((a, b) => b - a) }
}
