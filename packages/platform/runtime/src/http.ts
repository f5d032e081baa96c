import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts listening and returns the port. A port that is taken is an error that names the remedy. */
export async function listen(
  server: Server,
  options: { host: string; port: number; variable: string },
): Promise<number> {
  const { host, port, variable } = options
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new Error(
      `Port ${port} on ${host} is taken by another program: end it, or set ${variable} to a free port.`,
    )
  }
  return (server.address() as AddressInfo).port
}

/** From when `signal` aborts each connection of `server` ends with its reply (`Connection: close`), and its caller opens another. */
export function endConnectionsOn(signal: AbortSignal, server: Server): void {
  const open = new Set<ServerResponse>()
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => open.delete(response))
    if (signal.aborted) response.shouldKeepAlive = false
  })
  signal.addEventListener('abort', () => {
    for (const response of open) response.shouldKeepAlive = false
  })
}

/** Stops accepting, lets running requests finish for at most `graceMs`, then cuts what is left. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(cut)
}
