import type { Connection } from './connect.ts'

type Session = Extract<Connection, { protocol: 'h2' }>

/** HTTP/2 sessions that wait for the next request to the same origin by the same way, as a browser keeps them. */
export interface KeptSessions {
  take(way: string): Session | undefined
  /** Closes it when it is no session, is over, or has waited too long. */
  keep(way: string, connection: Connection): void
  close(): void
}

/** Long enough for a redirect, a second attempt or the next page of a crawl; targets wait longer than this. */
const IDLE_MS = 10_000
const MAX_IDLE = 32

interface Waiting {
  way: string
  session: Session
  timer: NodeJS.Timeout
  drop: () => void
}

export function createKeptSessions(): KeptSessions {
  const waiting: Waiting[] = []
  let closed = false

  function remove(at: number): Session {
    const [{ session, timer, drop }] = waiting.splice(at, 1) as [Waiting]
    clearTimeout(timer)
    session.session.off('close', drop)
    return session
  }

  function wait(way: string, session: Session): void {
    const drop = () => remove(waiting.indexOf(entry)).close()
    const entry: Waiting = { way, session, timer: setTimeout(drop, IDLE_MS).unref(), drop }
    session.session.once('close', drop)
    waiting.push(entry)
  }

  return {
    take(way) {
      for (let at = waiting.length - 1; at >= 0; at--) {
        if (waiting[at]!.way !== way) continue
        const connection = remove(at)
        if (isOpen(connection)) return connection
        connection.close()
      }
      return undefined
    },
    keep(way, connection) {
      if (closed || connection.protocol !== 'h2' || !isOpen(connection)) return connection.close()
      wait(way, connection)
      if (waiting.length > MAX_IDLE) remove(0).close()
    },
    close() {
      closed = true
      while (waiting.length > 0) remove(0).close()
    },
  }
}

function isOpen({ session }: Session): boolean {
  return !session.closed && !session.destroyed
}
