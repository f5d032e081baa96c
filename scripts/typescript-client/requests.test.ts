import { expect, test } from '@jest/globals'
import { Gleaner } from '../../clients/typescript/src/index.ts'
import { NAMES } from '../../clients/typescript/src/names.ts'
import { createDocument } from '../../packages/api/openapi/src/document.ts'
import { exampleOf } from '../../packages/api/openapi/src/example-of.ts'
import type { Operation } from '../../packages/api/openapi/src/types.ts'

const ROOT = 'https://scrape.example.com/api/v1'
const KEY = 'sk_live_0123456789'
const TOKEN = 'eyJhbGciOi.of.a-person'

type Method = (...given: unknown[]) => Promise<unknown>

const document = createDocument({ publicUrl: 'https://scrape.example.com' })
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, string, string, Operation] => [
    operation.operationId,
    method.toUpperCase(),
    path,
    operation,
  ]),
)

/** Calls an operation as its example does; the platform's `fetch` is the edge at which the request is looked at. */
async function callByExample(operationId: string, operation: Operation) {
  const { params, query, bodies, replies } = exampleOf(operationId)
  const [status = '200'] = Object.keys(operation.responses)
  const sent: { url: URL; init: RequestInit; headers: Headers }[] = []
  const client = new Gleaner({
    apiKey: KEY,
    accessToken: TOKEN,
    baseUrl: 'https://scrape.example.com',
    WebSocket: false,
    fetch: async (url, init) => {
      sent.push({ url: new URL(String(url)), init: init!, headers: new Headers(init!.headers) })
      const reply = replies[Number(status)]
      return new Response(reply === undefined ? null : JSON.stringify(reply), { status: Number(status) })
    },
  })
  const body = Object.values(bodies)[0] as object | undefined
  const fields = { ...query, ...body }
  const names = (NAMES as Record<string, string>)[operationId]!.split('.')
  const holder = (names.length === 1 ? client : client[names[0] as 'jobs']) as unknown as Record<
    string,
    Method
  >
  const path = pathValues(operation, params)
  const takesFields =
    operation.requestBody || operation.parameters?.some((parameter) => parameter.in === 'query')
  const answer = holder[names.at(-1)!]!(...path, ...(takesFields ? [fields] : []), {})
  return { sent, answer, query, body, path, status, reply: replies[Number(status)] }
}

function pathValues({ parameters = [] }: Operation, params: Record<string, unknown>): string[] {
  const names = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)
  return names.map((name) => [params[name]].flat().join('/'))
}

test.each(operations)('%s is sent as the document has it', async (operationId, method, path, operation) => {
  const { sent, answer, query, body, path: values } = await callByExample(operationId, operation)
  await nextOf(answer)
  const { url, init, headers } = sent[0]!
  expect(init.method).toBe(method)
  let at = 0
  const filled = path.replaceAll(/\{\w+\}/g, () => values[at++]!)
  expect(decodeURIComponent(url.origin + url.pathname)).toBe(ROOT + filled)
  expect(Object.fromEntries(url.searchParams)).toEqual(wordsOf(query))
  expect(typeof init.body === 'string' ? JSON.parse(init.body) : undefined).toEqual(
    body ?? (operation.requestBody ? {} : undefined),
  )
  expect(headers.get('Content-Type')).toBe(operation.requestBody ? 'application/json' : null)
  const takesKey = operation.parameters?.some(({ name }) => name === 'Idempotency-Key') ?? false
  expect(headers.has('Idempotency-Key')).toBe(takesKey)
})

test.each(operations)(
  '%s shows its credential to who asks for one',
  async (operationId, _m, _p, operation) => {
    const { sent, answer } = await callByExample(operationId, operation)
    await nextOf(answer)
    const { headers } = sent[0]!
    const takesKey = operation.security.some((scheme) => 'apiKey' in scheme)
    const isPersonal = !takesKey && operation.security.length > 0
    expect(headers.get('X-API-Key')).toBe(takesKey ? KEY : null)
    expect(headers.get('Authorization')).toBe(isPersonal ? `Bearer ${TOKEN}` : null)
  },
)

test.each(operations)('%s hands back what it is answered', async (operationId, _m, _p, operation) => {
  const { answer, reply, status } = await callByExample(operationId, operation)
  const given = await nextOf(answer)
  const { content } = operation.responses[status] as { content?: object }
  if (content && 'text/event-stream' in content) expect(given).toEqual({ done: true, value: undefined })
  else if (given instanceof Response) expect(given.status).toBe(Number(status))
  else expect(given).toEqual(reply)
})

/** A stream is asked for its first event. */
function nextOf(answer: unknown): Promise<unknown> {
  if (answer !== null && typeof answer === 'object' && Symbol.asyncIterator in answer)
    return (answer as AsyncGenerator).next()
  return answer as Promise<unknown>
}

function wordsOf(query: Record<string, unknown>): Record<string, string> {
  const word = (value: unknown) =>
    Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, word(value)]))
}
