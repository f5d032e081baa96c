import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBody } from '@gleaner/target-site/read-body'

/** A request as it came, with what a model would read of it. */
export interface LlmRequest {
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
  /** Everything that the model is told, one after the other. */
  prompt: string
  /** What stands between the marks of the page. */
  page: string
}

/** How one request is met. */
export type LlmAnswer =
  /** Rightly: `data`, and `evidence` where it is given, in the form that was asked for. */
  | { data: unknown; evidence?: { field: string; passage: string }[]; cost?: number }
  /** What the model writes, as it is. */
  | { text: string; finish?: string }
  | { status: number; headers?: Record<string, string>; body?: unknown }
  /** Bytes of an answer that has no end worth waiting for. */
  | { hugeBytes: number }
  /** A byte now and then, for ever. */
  | 'drip'
  | 'reset'

export type LlmBehaviour = LlmAnswer | ((request: LlmRequest) => LlmAnswer)

/** A stand-in for a provider of language models on 127.0.0.1: OpenAI's chat completions and Anthropic's messages. */
export interface LlmProvider {
  /** Of an OpenAI-compatible server. */
  openaiUrl: string
  anthropicUrl: string
  /** The key that it takes; any other one is refused with 401, and repeated there. Empty: it takes all, as servers on one's own machine do. */
  apiKey: string
  requests: LlmRequest[]
  /** How the next requests are met, one each; then as `answerAll` says. */
  answerNext(...behaviours: LlmBehaviour[]): void
  answerAll(behaviour: LlmBehaviour): void
  close(): Promise<void>
}

const DRIP_MS = 100

export async function startLlmProvider({
  apiKey = 'sk-stand-in-0123456789abcdef',
} = {}): Promise<LlmProvider> {
  const requests: LlmRequest[] = []
  const next: LlmBehaviour[] = []
  let always: LlmBehaviour = { data: {} }

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', 'http://provider').pathname
    const body = JSON.parse((await readBody(request)).toString() || '{}')
    const prompt = promptOf(body)
    const page = /\nBEGIN PAGE (\S+)\n([\s\S]*?)\nEND PAGE \1/.exec(prompt)?.[2]
    const received = { path, headers: request.headers, body, prompt, page: page ?? '' }
    requests.push(received)
    const given = request.headers['x-api-key'] ?? request.headers.authorization?.replace('Bearer ', '')
    if (apiKey !== '' && given !== apiKey)
      return reply(response, 401, {
        error: { message: `Incorrect API key provided: ${given}`, code: 'invalid_api_key' },
      })
    const behaviour = next.shift() ?? always
    const answer = typeof behaviour === 'function' ? behaviour(received) : behaviour
    if (answer === 'reset') return void request.socket.resetAndDestroy()
    if (answer === 'drip') return await drip(response)
    if ('hugeBytes' in answer) return huge(response, answer.hugeBytes)
    if ('status' in answer)
      return reply(
        response,
        answer.status,
        answer.body ?? { error: { message: 'as the test asked for' } },
        answer.headers,
      )
    const shape = path.endsWith('/messages') ? anthropicMessage : openAiCompletion
    reply(response, 200, shape(answer))
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    openaiUrl: `${url}/v1`,
    anthropicUrl: url,
    apiKey,
    requests,
    answerNext: (...behaviours) => void next.push(...behaviours),
    answerAll(behaviour) {
      always = behaviour
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The texts of a request's turns, whichever API it is for. */
function promptOf(body: { system?: string; messages?: { content: unknown }[] }): string {
  const turns = (body.messages ?? []).map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content),
  )
  return [body.system, ...turns].filter((text) => text !== undefined).join('\n')
}

type Written = { text: string; finish?: string } | { data: unknown; evidence?: unknown; cost?: number }

function openAiCompletion(answer: Written) {
  const content =
    'text' in answer ? answer.text : JSON.stringify({ data: answer.data, evidence: answer.evidence })
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'stand-in-1',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content },
        finish_reason: ('finish' in answer && answer.finish) || 'stop',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, ...('cost' in answer && { cost: answer.cost }) },
  }
}

function anthropicMessage(answer: Written) {
  const content =
    'text' in answer
      ? { type: 'text', text: answer.text }
      : {
          type: 'tool_use',
          id: 'toolu_1',
          name: 'give_extraction',
          input: { data: answer.data, evidence: answer.evidence },
        }
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'stand-in-1',
    content: [content],
    stop_reason: ('finish' in answer && answer.finish) || 'tool_use',
    usage: { input_tokens: 100, output_tokens: 20 },
  }
}

async function drip(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  while (!response.destroyed) {
    response.write(' ')
    await sleep(DRIP_MS, undefined, { ref: false })
  }
}

function huge(response: ServerResponse, bytes: number): void {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.write('{"choices":[{"message":{"content":"')
  for (let sent = 0; sent < bytes; sent += 65_536) response.write('x'.repeat(65_536))
  response.end('"}}]}')
}

function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}
