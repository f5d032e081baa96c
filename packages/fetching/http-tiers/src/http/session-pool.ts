import type { Connection } from './connect.ts'

type Session = Extract<Connection, { protocol: 'h2' }>

/** Idle HTTP/2 sessions, kept for the next request to the same origin by the same proxy route, as a browser does. */
export interface SessionPool {
  /** `key`: names origin and proxy route. */
  take(key: string): Session | undefined
  /** Closes it when it is no session, is over, or has waited too long. */
  keep(key: string, connection: Connection): void
  close(): void
}

/** Long enough for a redirect, a second attempt or the next page of a crawl; targets wait longer than this. */
const IDLE_MS = 10_000
const MAX_IDLE = 32

interface IdleSession {
  key: string
  session: Session
  timer: NodeJS.Timeout
  drop: () => void
}

export function createSessionPool(): SessionPool {
  const idle: IdleSession[] = []
  let closed = false

  function remove(at: number): Session {
    const [{ session, timer, drop }] = idle.splice(at, 1) as [IdleSession]
    clearTimeout(timer)
    session.session.off('close', drop)
    return session
  }

  function add(key: string, session: Session): void {
    const drop = () => remove(idle.indexOf(entry)).close()
    const entry: IdleSession = { key, session, timer: setTimeout(drop, IDLE_MS).unref(), drop }
    session.session.once('close', drop)
    idle.push(entry)
  }

  return {
    take(key) {
      for (let at = idle.length - 1; at >= 0; at--) {
        if (idle[at]!.key !== key) continue
        const connection = remove(at)
        if (isOpen(connection)) return connection
        connection.close()
      }
      return undefined
    },
    keep(key, connection) {
      if (closed || connection.protocol !== 'h2' || !isOpen(connection)) return connection.close()
      add(key, connection)
      if (idle.length > MAX_IDLE) remove(0).close()
    },
    close() {
      closed = true
      while (idle.length > 0) remove(0).close()
    },
  }
}

function isOpen({ session }: Session): boolean {
  return !session.closed && !session.destroyed
}
