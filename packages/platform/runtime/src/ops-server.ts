import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { closeServer, listen } from './http.ts'
import { checkGroup } from './readiness.ts'
import type { Service } from './service.ts'

export interface OpsServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * Serves `/healthz` (the process answers), `/readyz` (200 when its services can work, `degraded` when a part of their work cannot be
 * done, else 503; with the reasons) and
 * `/metrics` for the one or several services of a process. `services` is read at every request.
 */
export async function startOpsServer(options: {
  host: string
  port: number
  registry: Registry
  /** What the process is doing, before all have started and from when it is to stop: not ready. */
  services: () => readonly Service[] | 'starting' | 'stopping'
}): Promise<OpsServer> {
  const { registry, services } = options
  const routes: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/healthz': async (response) => json(response, 200, { status: 'ok' }),
    '/readyz': async (response) => {
      const started = services()
      if (typeof started === 'string')
        return json(response, 503, { status: 'not_ready', checks: { process: started } })
      const readiness = await checkGroup(started)
      json(response, readiness.status === 'not_ready' ? 503 : 200, readiness)
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
