import type { Settings } from '../options.ts'
import { credentialText } from '../transport/credential.ts'

/** What a message is about; on the wire it is subscribed to by the same field. */
export type Subject = { job_id: string } | { batch_id: string } | { crawl_id: string }

/** As the service sends it: `docs/reference/websocket.md`. */
export interface LiveMessage {
  type: string
  status?: string
  [field: string]: unknown
}

export interface Following {
  /** Whether the service has confirmed, so that news will come. */
  isLive(): boolean
  stop(): void
}

export interface LiveSocket {
  follow(subject: Subject, listener: (message: LiveMessage) => void): Following
}

interface Followed {
  subject: Subject
  isLive: boolean
  listeners: Set<(message: LiveMessage) => void>
}

/** The service sends a heartbeat every 30 seconds. */
const SILENT_MS = 75_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** Close code of a credential that is not valid: another try would be refused too. */
const NOT_ALLOWED = 4001

/**
 * One WebSocket for all that a client waits for: open as long as something is followed, and opened again when it breaks. It only wakes; whoever
 * waits polls as well, and is right without it.
 */
export function createLiveSocket(settings: Settings): LiveSocket {
  const followed = new Map<string, Followed>()
  let socket: WebSocket | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let isOpening = false
  let failures = 0

  async function open(): Promise<void> {
    if (socket || isOpening || !settings.WebSocket) return
    isOpening = true
    const credential = await credentialText(settings).catch(() => undefined)
    isOpening = false
    if (credential === undefined || followed.size === 0 || socket) return
    // A subprotocol stands in no log, as an address would.
    const opened = connect(settings.WebSocket, settings, credential)
    if (!opened) return
    socket = opened
    opened.addEventListener('open', () => {
      for (const { subject } of followed.values()) subscribe(subject)
    })
    opened.addEventListener('message', ({ data }) => receive(parse(data)))
    opened.addEventListener('close', ({ code }) => closed(opened, code))
    // A close event follows.
    opened.addEventListener('error', () => {})
    listenForSilence()
  }

  function receive(message: LiveMessage | undefined): void {
    if (!message) return
    failures = 0
    listenForSilence()
    const about = followed.get(keyOf(message))
    if (!about || message.type === 'unsubscribed') return
    if (message.type === 'subscribed') about.isLive = true
    if (message.type !== 'error') for (const listener of about.listeners) listener(message)
  }

  function closed(which: WebSocket, code: number): void {
    if (socket !== which) return
    forget()
    if (followed.size === 0 || code === NOT_ALLOWED) return
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS)
    retry = setTimeout(open, ms * (0.5 + Math.random() / 2))
  }

  /** Nothing is heard any more: polling takes over. */
  function forget(): void {
    clearTimeout(silence)
    clearTimeout(retry)
    socket = undefined
    for (const about of followed.values()) about.isLive = false
  }

  function listenForSilence(): void {
    clearTimeout(silence)
    silence = setTimeout(() => {
      const silent = socket
      silent?.close()
      if (silent) closed(silent, 0)
    }, SILENT_MS)
  }

  function subscribe(subject: Subject): void {
    send({ action: 'subscribe', ...subject, results: false })
  }

  function send(message: object): void {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message))
  }

  return {
    follow(subject, listener) {
      const key = keyOf(subject)
      let about = followed.get(key)
      if (!about) {
        about = { subject, isLive: false, listeners: new Set() }
        followed.set(key, about)
        subscribe(subject)
      }
      about.listeners.add(listener)
      void open()
      return {
        isLive: () => followed.get(key)?.isLive ?? false,
        stop() {
          about.listeners.delete(listener)
          if (about.listeners.size > 0 || followed.get(key) !== about) return
          followed.delete(key)
          if (followed.size > 0) return send({ action: 'unsubscribe', ...subject })
          const idle = socket
          forget()
          idle?.close()
        },
      }
    },
  }
}

/** Undefined where it cannot even be tried: a credential that is no subprotocol, a page that may not connect there. */
function connect(Socket: typeof WebSocket, settings: Settings, credential: string): WebSocket | undefined {
  try {
    return new Socket(socketUrl(settings), ['gleaner', credential])
  } catch {
    return undefined
  }
}

/** Undefined: something that is not the service speaks. */
function parse(data: unknown): LiveMessage | undefined {
  try {
    return JSON.parse(String(data)) as LiveMessage
  } catch {
    return undefined
  }
}

/** An update of an item names its batch or crawl too, but is about its job. */
function keyOf(about: Subject | LiveMessage): string {
  const { type, job_id, batch_id, crawl_id } = about as LiveMessage
  if (type === 'batch_update') return `batch ${batch_id}`
  if (type === 'crawl_update') return `crawl ${crawl_id}`
  return job_id !== undefined
    ? `job ${job_id}`
    : batch_id !== undefined
      ? `batch ${batch_id}`
      : `crawl ${crawl_id}`
}

export function socketUrl({ root, organizationId }: Pick<Settings, 'root' | 'organizationId'>): string {
  const url = new URL(`${root}/ws/jobs`)
  url.protocol = url.protocol.replace('http', 'ws')
  if (organizationId !== undefined) url.searchParams.set('organization_id', organizationId)
  return url.href
}
