import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { openStdio, type Revision, type Service } from './connect.ts'

/** The answer to a message, as it stands on the wire. */
export interface Answer {
  /** Over HTTP. */
  status?: number
  // biome-ignore lint/suspicious/noExplicitAny: any result.
  result?: any
  // biome-ignore lint/suspicious/noExplicitAny: any data.
  error?: { code: number; message: string; data?: any }
}

/** Sends messages as they are: what the official client has no method for. */
export interface Raw {
  ask(method: string, params: Record<string, unknown>): Promise<Answer>
  close(): Promise<void>
}

export const TASKS = { 'io.modelcontextprotocol/tasks': {} }
export const CLIENT = { name: 'gleaner-tests', version: '1.0.0' }

/** The fields that each request of 2026-07-28 has; with `extensions` that the client announces. */
export function framed(params: Record<string, unknown>, extensions: object = TASKS): Record<string, unknown> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': { extensions },
  }
  return { ...params, _meta: { ...meta, ...(params._meta as object | undefined) } }
}

/** Over HTTP, whose headers repeat what intermediaries want to know. */
export function rawHttp({ url, key }: Service, revision: Revision): Raw {
  let id = 0
  return {
    async ask(method, params) {
      const name = params.taskId ?? params.name ?? params.uri
      const reply = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          'x-api-key': key,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': revision,
          ...(revision === '2026-07-28' && { 'mcp-method': method }),
          ...(revision === '2026-07-28' && name !== undefined && { 'mcp-name': String(name) }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
      })
      return { status: reply.status, ...readAnswer(await reply.text(), id) }
    },
    close: async () => undefined,
  }
}

/** The message of this id, of a body that is one, or of a stream of events. */
function readAnswer(body: string, id: number): Answer {
  if (body.startsWith('{')) return JSON.parse(body)
  const messages = body
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []))
  return messages.find((message) => message.id === id)
}

/** To a process of its own. Who speaks 2025-11-25 has greeted it. */
export async function rawStdio(service: Service, revision: Revision): Promise<Raw> {
  const transport = openStdio(service)
  const waiting = new Map<number, (answer: Answer) => void>()
  transport.onmessage = (message) => {
    if ('id' in message && !('method' in message)) waiting.get(Number(message.id))?.(message as Answer)
  }
  await transport.start()
  let last = 0
  const ask = async (method: string, params: Record<string, unknown>) => {
    const id = ++last
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(id, resolve)
    await transport.send({ jsonrpc: '2.0', id, method, params } as JSONRPCMessage)
    return await promise
  }
  if (revision === '2025-11-25') {
    await ask('initialize', { protocolVersion: revision, capabilities: {}, clientInfo: CLIENT })
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  }
  return { ask, close: () => transport.close() }
}
