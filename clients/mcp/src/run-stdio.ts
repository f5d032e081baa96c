import type { Readable, Writable } from 'node:stream'
import type { Gleaner } from '@gleaner/sdk'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { createServer } from './create-server.ts'
import { refuseListening } from './tasks/announced.ts'

export interface StdioOptions {
  client: Gleaner
  stdin?: Readable
  stdout?: Writable
  onError?: (error: Error) => void
}

/** Speaks MCP over a pair of streams until the first of them ends. */
export async function runStdio({
  client,
  stdin = process.stdin,
  stdout = process.stdout,
  onError,
}: StdioOptions): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout)
  serveStdio(() => createServer({ client }), { transport, ...(onError && { onerror: onError }) })
  const serve = transport.onmessage
  transport.onmessage = (message) => {
    const refusal = refuseListening(message)
    if (refusal) void transport.send(refusal)
    else serve?.(message)
  }
  const closeOf = transport.onclose
  await new Promise<void>((resolve) => {
    transport.onclose = () => {
      closeOf?.()
      resolve()
    }
  })
}
