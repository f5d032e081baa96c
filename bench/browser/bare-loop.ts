import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { createProtocolPipe } from '@gleaner/browser-tiers'

interface Message {
  id?: number
  method?: string
  result?: Record<string, string>
}

/** What a page costs at least: the least that a loop must say to Chromium to open it, read it, and wipe what it left. */
export async function startBareLoop(executablePath: string): Promise<{
  fetch(url: string): Promise<number>
  close(): Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-bare-'))
  const args = ['--headless', '--no-sandbox', '--remote-debugging-pipe', '--mute-audio', ...LESS]
  const child = spawn(executablePath, [...args, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const [, , , write, read] = child.stdio as unknown as [null, null, null, Writable, Readable]
  const ignore = () => undefined
  const pipe = createProtocolPipe(write, read, {
    onMessage: ignore,
    onOversize: ignore,
    onFailure: (error) => {
      throw error
    },
  })
  const replies = new Map<number, (result: Record<string, string>) => void>()
  let onLoad: () => void = ignore
  let sessionId: string | undefined
  pipe.onmessage = (text) => {
    const { id, method, result } = JSON.parse(text) as Message
    if (method === 'Page.loadEventFired') onLoad()
    if (id !== undefined) replies.get(id)?.(result ?? {})
  }

  function send(method: string, params: object = {}): Promise<Record<string, string>> {
    const id = replies.size + 1
    pipe.send(JSON.stringify({ id, method, params, sessionId }))
    return new Promise((resolve) => replies.set(id, resolve))
  }

  async function open(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => {
      onLoad = resolve
    })
    await send('Page.navigate', { url })
    await loaded
  }

  const { browserContextId } = await send('Target.createBrowserContext')
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId, ...WINDOW })
  sessionId = (await send('Target.attachToTarget', { targetId, flatten: true })).sessionId
  await Promise.all([send('Page.enable'), send('Emulation.setFocusEmulationEnabled', { enabled: true })])

  return {
    async fetch(url) {
      await open(url)
      const { result } = await send('Runtime.evaluate', OUTER_HTML)
      await open('about:blank')
      await Promise.all([
        send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' }),
        send('Network.clearBrowserCache'),
        send('Network.clearBrowserCookies'),
        send('Page.resetNavigationHistory'),
      ])
      return (result as unknown as { value: string }).value.length
    },
    async close() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Visible for the page, not for anybody else: the cheapest window that ours can be compared with. */
const WINDOW = { newWindow: true, width: 1920, height: 1048, windowState: 'minimized' }
const OUTER_HTML = { expression: 'document.documentElement.outerHTML', returnByValue: true }
/** Parts of a toolbar and renderers that nobody needs (`flags.ts` of the engine). */
const LESS = [
  '--no-first-run',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-site-isolation-trials',
  '--disable-features=WebUIReloadButton,WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,IsolateOrigins,site-per-process',
]
