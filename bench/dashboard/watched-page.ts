import type { Page } from 'puppeteer-core'

/** What a page has kept a person waiting for, in milliseconds. */
export interface Frames {
  /** Tasks above 50 ms: while one runs, no frame is drawn. */
  longTasks: number[]
  /** From frame to frame. */
  gaps: number[]
}

/** Has each page that is opened from now on note its long tasks, its frames, and when its first row of a table was there. */
export async function noteFrames(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    const noted = { longTasks: [] as number[], gaps: [] as number[], firstRowAt: 0 }
    Object.assign(globalThis, { noted })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) noted.longTasks.push(duration)
    }).observe({ type: 'longtask', buffered: true })
    let last = performance.now()
    const frame = (at: number) => {
      noted.gaps.push(at - last)
      last = at
      if (noted.firstRowAt === 0 && document.querySelector('.table-body [role=row]'))
        noted.firstRowAt = performance.now()
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

type Noting = typeof globalThis & { noted: Frames & { firstRowAt: number } }

/** Forgets what was noted so far. */
export async function beginAnew(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { noted } = globalThis as Noting
    noted.longTasks.length = 0
    noted.gaps.length = 0
  })
}

export const framesOf = (page: Page): Promise<Frames> =>
  page.evaluate(() => {
    const { longTasks, gaps } = (globalThis as Noting).noted
    return { longTasks, gaps }
  })

/** Milliseconds from the navigation to the first row, once there is one. */
export async function firstRowMs(page: Page): Promise<number> {
  await page.waitForFunction(() => (globalThis as Noting).noted.firstRowAt > 0, { timeout: 60_000 })
  return page.evaluate(() => (globalThis as Noting).noted.firstRowAt)
}

/** Scrolls a table down for `ms`, a little with each frame, and waits for rows that are yet to come. Resolves with how many pixels. */
export function scrollFor(page: Page, ms: number): Promise<number> {
  return page.evaluate(async (duration) => {
    const frame = document.querySelector('.table-frame')!
    const until = performance.now() + duration
    while (performance.now() < until) {
      await new Promise(requestAnimationFrame)
      frame.scrollTop += 60
    }
    return frame.scrollTop
  }, ms)
}
