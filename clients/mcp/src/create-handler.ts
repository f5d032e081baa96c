import type { Gleaner } from '@gleaner/sdk'
import { type NodeMcpRequestHandler, toNodeHandler } from '@modelcontextprotocol/node'
import { type AuthInfo, createMcpHandler } from '@modelcontextprotocol/server'
import { createServer } from './create-server.ts'
import { refuseListening } from './tasks/announced.ts'

export interface Handler {
  /**
   * Answers a request of Streamable HTTP, of 2026-07-28 or 2025-11-25, whose body was read and whose sender was authenticated. Nothing is kept
   * between requests: any process may answer the next one.
   */
  handle(
    request: Parameters<NodeMcpRequestHandler>[0],
    response: Parameters<NodeMcpRequestHandler>[1],
    body: unknown,
    client: Gleaner,
  ): Promise<void>
  /** Ends what is being followed. */
  close(): Promise<void>
}

/** Nothing that can be listened to changes; who listens anyway holds a connection. */
const MOST_LISTENERS = 64

export interface HandlerOptions {
  /** Aborts when the process is about to stop. */
  stopping: AbortSignal
  /** Is told of what was refused, and of faults. */
  onError(error: Error): void
  /** What is served; ours by default. */
  open?: typeof createServer
}

export function createHandler({ stopping, onError, open = createServer }: HandlerOptions): Handler {
  const handler = createMcpHandler(({ authInfo }) => open({ client: clientOf(authInfo!), stopping }), {
    onerror: onError,
    maxSubscriptions: MOST_LISTENERS,
  })
  const answer = toNodeHandler(handler, { onerror: onError })
  return {
    async handle(request, response, body, client) {
      const refusal = refuseListening(body)
      if (refusal) {
        response.writeHead(400, { 'content-type': 'application/json' })
        response.end(JSON.stringify(refusal))
        return
      }
      await answer(Object.assign(request, { auth: actAs(client) }), response, body)
    },
    close: handler.close,
  }
}

/** How a request's client reaches the tools: the library carries what an authentication has found out, and looks at nothing of it. */
function actAs(client: Gleaner): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { client } }
}

function clientOf({ extra }: AuthInfo): Gleaner {
  return extra!.client as Gleaner
}
