import type { CallToolResult, JSONRPCMessage, ServerContext, Transport } from '@modelcontextprotocol/server'

/** Stands in `_meta` of a call: the client asks for a task, by the field of 2025-11-25. */
const ASKED = 'gleaner/asked-for-task'
/** Stands in `_meta` of a result: what is sent instead of it. */
const INSTEAD = 'gleaner/instead'

/** What a call is answered in place of a result of its tool. */
export type Instead =
  | { result: Record<string, unknown> }
  | { error: { code: number; message: string; data?: unknown } }

/** A result of a tool that stands for another answer. The library lets through none that it does not know itself. */
export function instead(answer: Instead, result: CallToolResult = { content: [] }): CallToolResult {
  return { ...result, _meta: { [INSTEAD]: answer } }
}

/** Whether a call of 2025-11-25 has the field `task`. The library gives no handler the fields of a call beside its arguments. */
export function hasTaskField({ mcpReq: { _meta } }: ServerContext): boolean {
  return _meta?.[ASKED] === true
}

/** Has messages carry what the library does not know: to its handlers, and from them. */
export function carryTasks<Carrier extends Transport>(transport: Carrier): Carrier {
  const { onmessage } = transport
  transport.onmessage = (message, extra) => {
    noteAsked(message)
    onmessage?.(message, extra)
  }
  const send = transport.send.bind(transport)
  transport.send = (message, options) => send(withAnswer(message), options)
  return transport
}

function noteAsked(message: JSONRPCMessage): void {
  if (!('method' in message) || message.method !== 'tools/call') return
  const { params } = message
  const { [ASKED]: _forged, ...meta } = params?._meta ?? {}
  const isAsked = typeof params?.task === 'object' && params.task !== null
  message.params = { ...params, _meta: { ...meta, ...(isAsked && { [ASKED]: true }) } }
}

function withAnswer(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message)) return message
  const { jsonrpc, id, result } = message
  const { [INSTEAD]: answer, ...meta } = result._meta ?? {}
  if (answer === undefined) return message
  if ('error' in (answer as Instead)) return { jsonrpc, id, ...answer } as JSONRPCMessage
  const { result: other } = answer as { result: Record<string, unknown> }
  const _meta = { ...meta, ...(other._meta as object | undefined) }
  return { jsonrpc, id, result: { ...other, ...(Object.keys(_meta).length > 0 && { _meta }) } }
}
