import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as it came over the wire, with what its process is. */
export interface ReceivedSpan {
  service: string
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, unknown>
  status?: { code: number; message: string }
  links?: { traceId: string; spanId: string }[]
}

export interface OtlpReceiver {
  url: string
  spans: ReceivedSpan[]
  requests: { path: string; headers: Record<string, unknown> }[]
  /** What it answers with; 200 takes the spans. */
  status: number
  close(): Promise<void>
}

/** What takes traces by OTLP over HTTP in JSON, as a collector does. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    receiver.requests.push({ path: request.url!, headers: request.headers })
    if (receiver.status === 200) receiver.spans.push(...spansIn(body))
    response.writeHead(receiver.status, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    status: 200,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

// biome-ignore lint/suspicious/noExplicitAny: what came over the wire
const attributesOf = (written: any[]) =>
  Object.fromEntries(written.map(({ key, value }) => [key, Object.values(value)[0]]))

function spansIn(body: string): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body)
  return resourceSpans.flatMap(
    // biome-ignore lint/suspicious/noExplicitAny: what came over the wire
    ({ resource, scopeSpans }: any) =>
      // biome-ignore lint/suspicious/noExplicitAny: what came over the wire
      scopeSpans.flatMap(({ spans }: any) =>
        // biome-ignore lint/suspicious/noExplicitAny: what came over the wire
        spans.map((span: any) => ({
          ...span,
          service: attributesOf(resource.attributes)['service.name'],
          attributes: attributesOf(span.attributes),
        })),
      ),
  )
}
