import { fileURLToPath } from 'node:url'
import {
  type CallToolResult,
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

export const REVISIONS = ['2025-11-25', '2026-07-28'] as const
export type Revision = (typeof REVISIONS)[number]

export interface Service {
  /** Its origin. */
  url: string
  key: string
}

/** A program of the official client over HTTP. */
export async function connectHttp({ url, key }: Service, revision: Revision): Promise<Client> {
  const requestInit = { headers: { 'x-api-key': key } }
  return await connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }), revision)
}

/** The same over stdio, to a process of its own. */
export async function connectStdio(service: Service, revision: Revision): Promise<Client> {
  return await connect(openStdio(service), revision)
}

/** A process that speaks the protocol on its standard input and output. */
export function openStdio({ url, key }: Service): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL('../bin.ts', import.meta.url))],
    env: { GLEANER_URL: url, GLEANER_API_KEY: key, PATH: process.env.PATH ?? '' },
  })
}

async function connect(transport: Transport, revision: Revision): Promise<Client> {
  const options: ClientOptions =
    revision === '2026-07-28' ? { versionNegotiation: { mode: { pin: revision } } } : {}
  const client = new Client({ name: 'gleaner-tests', version: '1.0.0' }, options)
  await client.connect(transport)
  return client
}

/** A busy machine fails no call. */
const CALL_MS = 240_000

/** What a tool replies, its fields as they are. */
export interface ToolReply {
  isError: boolean
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: fields of any tool.
  data: any
  content: CallToolResult['content']
}

export async function call(client: Client, name: string, args: Record<string, unknown>): Promise<ToolReply> {
  const reply = (await client.callTool({ name, arguments: args }, { timeout: CALL_MS })) as CallToolResult
  const { isError = false, content, structuredContent } = reply
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  return { isError, text, data: structuredContent, content }
}
