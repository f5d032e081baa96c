import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { closeServer, listen } from './http.ts'
import { checkReadiness } from './readiness.ts'
import type { Service } from './service.ts'

export interface OpsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves `/healthz` (the process answers), `/readyz` (all checks of its services pass, else 503 with the reasons) and
 * `/metrics` for the one or several services of a process. `services` is read at every request.
 */
export async function startOpsServer(options: {
  host: string
  port: number
  registry: Registry
  /** Undefined until all have started: not ready. */
  services: () => readonly Service[] | undefined
}): Promise<OpsServer> {
  const { registry, services } = options
  const routes: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/healthz': async (response) => json(response, 200, { status: 'ok' }),
    '/readyz': async (response) => {
      const started = services()
      if (!started) return json(response, 503, { status: 'not_ready', checks: { started: 'still starting' } })
      const { ready, checks } = await checkReadiness(started)
      json(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not_ready', checks })
    },
    '/metrics': async (response) => {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    },
  }

  const server = createServer((request, response) => {
    const route = routes[pathOf(request)]
    if (!route || (request.method !== 'GET' && request.method !== 'HEAD')) {
      json(response, 404, { status: 'not_found' })
      return
    }
    route(response).catch(() => response.destroy())
  })
  const port = await listen(server, { host: options.host, port: options.port, variable: 'OPS_PORT' })
  return { port, close: () => closeServer(server, 500) }
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split('?', 1)[0]!
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
