import type { CDPSession } from 'puppeteer-core'
import type { PipeReports } from '../protocol/pipe.ts'
import { EVENT_WEIGHT, type OverBudget, overBudget } from './page-budgets.ts'

export interface ProtocolUsageOptions<Owner> {
  /** What one page may send. */
  mostBytes: number
  /** A session by its id, once the browser runs. */
  sessionOf(id: string): CDPSession | undefined
  /** Whose session this is, not counting those of its workers. */
  ownerOf(session: CDPSession): Owner | undefined
  endPage(owner: Owner, over: OverBudget): void
  /** For messages of no page; `over` is absent when puppeteer failed on one. */
  endBrowser(over?: OverBudget): void
}

/** What each page of a browser has sent over the debugging pipe. */
export interface ProtocolUsage<Owner> {
  readonly reports: PipeReports
  forget(owner: Owner): void
}

/** Charges each message to the page that caused it, and ends the page that causes too much. */
export function createProtocolUsage<Owner extends object>(
  options: ProtocolUsageOptions<Owner>,
): ProtocolUsage<Owner> {
  const owners = new Map<string, Owner>()
  const sent = new Map<Owner, number>()
  let sentByNobody = 0

  function findOwner(sessionId: string | undefined): Owner | undefined {
    if (sessionId === undefined) return undefined
    const known = owners.get(sessionId)
    if (known) return known
    let session = options.sessionOf(sessionId)
    for (let depth = 0; session && depth < MAX_DEPTH; depth++) {
      const owner = options.ownerOf(session)
      if (owner) {
        owners.set(sessionId, owner)
        return owner
      }
      session = parentOf(session)
    }
    return undefined
  }

  return {
    reports: {
      onMessage(sessionId, bytes, isReply) {
        const owner = findOwner(sessionId)
        const weight = owner && !isReply ? EVENT_WEIGHT : 1
        const total = bytes * weight + (owner ? (sent.get(owner) ?? 0) : sentByNobody)
        if (owner) sent.set(owner, total)
        else sentByNobody = total
        if (total <= options.mostBytes) return
        if (owner) options.endPage(owner, overBudget.protocol(total))
        else options.endBrowser(overBudget.protocol(total))
      },
      onOversize(sessionId, bytes) {
        const owner = findOwner(sessionId)
        if (owner) options.endPage(owner, overBudget.protocol(bytes))
        else options.endBrowser(overBudget.protocol(bytes))
      },
      onFailure: () => options.endBrowser(),
    },
    forget(owner) {
      sent.delete(owner)
      for (const [id, one] of owners) if (one === owner) owners.delete(id)
    },
  }
}

/** A page, its worker, that one's worker: real pages nest no deeper. */
const MAX_DEPTH = 8

/** Missing in puppeteer's types. A session without a parent returns itself. */
function parentOf(session: CDPSession): CDPSession | undefined {
  return (session as unknown as { parentSession(): CDPSession | undefined }).parentSession()
}
