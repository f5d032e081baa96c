import type { Shown, ShownTab } from '@gleaner/contracts/schemas/manual-login-messages'
import { createEgress } from '@gleaner/egress'
import { eventually } from '@gleaner/testkit'
import type { BrowserPool } from '../../browser/pool/pool.ts'
import { createBrowserPool } from '../../browser/pool/pool.ts'
import { CHROMIUM } from '../../browser/testing/chromium-path.ts'
import { type AttendedBrowser, type AttendOptions, attendBrowser } from '../attend-browser.ts'

type Of<T extends Shown['type']> = Extract<Shown, { type: T }>

/** A person in front of an attended browser: acts, and sees what is told. */
export interface Person {
  browser: AttendedBrowser
  shown: Shown[]
  frames: Buffer[]
  last<T extends Shown['type']>(type: T): Of<T> | undefined
  tab(): ShownTab
  click(x: number, y: number): void
  type(text: string): void
  press(key: string, modifiers?: number): void
  /** Waits until the shown tab is at this path and has loaded. */
  untilAt(path: string): Promise<void>
}

export function openPool(allow: string): { pool: BrowserPool; close(): Promise<void> } {
  const egress = createEgress({ allow })
  const pool = createBrowserPool({ egress, executablePath: CHROMIUM, maxPages: 2 })
  return {
    pool,
    async close() {
      await pool.close()
      await egress.close()
    },
  }
}

export async function attended<T>(
  pool: BrowserPool,
  options: Pick<AttendOptions, 'url'> & Partial<AttendOptions>,
  work: (person: Person) => Promise<T>,
): Promise<T> {
  const shown: Shown[] = []
  const frames: Buffer[] = []
  let browser: AttendedBrowser
  const viewer = {
    tell: (one: Shown) => void shown.push(one),
    frame(frame: Buffer) {
      frames.push(frame)
      browser.do({ type: 'drawn', frame: frame.readUInt32BE(0) })
    },
  }
  const last = <K extends Shown['type']>(type: K) => shown.findLast((one): one is Of<K> => one.type === type)
  const wanted: AttendOptions = { device: 'desktop', share: 'ada', ...options }
  return await attendBrowser(
    pool,
    wanted,
    viewer,
    async (opened) => {
      browser = opened
      browser.show()
      const tab = () => {
        const tabs = last('tabs')!
        return tabs.tabs.find((one) => one.tab === tabs.shown)!
      }
      return await work({
        browser,
        shown,
        frames,
        last,
        tab,
        click(x, y) {
          const at = { type: 'mouse', x, y, dx: 0, dy: 0, modifiers: 0, button: 'left', clicks: 1 } as const
          browser.do({ ...at, action: 'down', buttons: 1 })
          browser.do({ ...at, action: 'up', buttons: 0 })
        },
        type(text) {
          for (const key of text) this.press(key)
        },
        press(key, modifiers = 0) {
          const pressed = { type: 'key', key, code: '', repeat: false, modifiers } as const
          browser.do({ ...pressed, action: 'down' })
          browser.do({ ...pressed, action: 'up' })
        },
        async untilAt(path) {
          await eventually(() => {
            const { url, is_loading } = tab()
            if (!url.endsWith(path) || is_loading) throw new Error(`at ${url}, loading: ${is_loading}`)
          })
        },
      })
    },
    AbortSignal.timeout(60_000),
  )
}
