import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'

/** `/ws` sends every message back; any other upgrade is refused. */
export function answerUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
  if (new URL(request.url ?? '/', 'http://site').pathname !== '/ws') {
    socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
    return
  }
  const echo = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 })
  echo.handleUpgrade(request, socket, head, (client) => {
    client.on('message', (data, isBinary) => client.send(data, { binary: isBinary }))
    client.on('error', () => client.terminate())
  })
}
