import { identifyProcess, isAlive } from '@gleaner/local-servers/child/process-identity'

const LOOK_EVERY_MS = 500
const LONGEST_PAUSE_MS = 10_000

interface RunningServer {
  url: string
  port: number
  pid: number
  stop(): Promise<void>
}

/** A database server that is restarted on the same port whenever it ends unexpectedly. */
export interface KeptServer {
  readonly url: string
  readonly pid: number
  /** The server may end now without a restart: the signal that stops us may have reached it as well. */
  stopRestarting(): void
  stop(): Promise<void>
}

/** Starts the server and keeps it running. `onRestart` is called with every new process. */
export async function keepServer(options: {
  name: string
  start: (port?: number) => Promise<RunningServer>
  say: (line: string) => void
  onRestart: () => void
}): Promise<KeptServer> {
  const { name, start, say, onRestart } = options
  let server = await start()
  let identity = await identifyProcess(server.pid)
  let stopping = false
  let looking = Promise.resolve()
  let notBefore = 0
  let pauseMs = 0

  async function look(): Promise<void> {
    if (stopping || Date.now() < notBefore || (identity && (await isAlive(identity)))) return
    if (pauseMs === 0) say(`${name} ended unexpectedly: starting it again.`)
    try {
      server = await start(server.port)
      identity = await identifyProcess(server.pid)
      pauseMs = 0
      onRestart()
    } catch (error) {
      pauseMs = Math.min(Math.max(LOOK_EVERY_MS, pauseMs * 2), LONGEST_PAUSE_MS)
      notBefore = Date.now() + pauseMs
      say(`${name} does not start: ${error instanceof Error ? error.message : error}`)
    }
  }

  const timer = setInterval(() => {
    looking = looking.then(look)
  }, LOOK_EVERY_MS)

  const stopRestarting = () => {
    stopping = true
    clearInterval(timer)
  }

  return {
    stopRestarting,
    get url() {
      return server.url
    },
    get pid() {
      return server.pid
    },
    stop: async () => {
      stopRestarting()
      await looking
      await server.stop()
    },
  }
}
