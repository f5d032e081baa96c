import { expect, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import { sendRaw, tcpServer } from '../testing/local-servers.ts'

// A target is asked a second time only when its answer could not be read, and then only what changes nothing there.

const UNREADABLE = 'HTTP/1.1 200 OK\r\nX-Bad: a\x01b\r\n\r\nok'

test.each([
  ['GET', '', UNREADABLE, 2],
  ['HEAD', '', UNREADABLE, 2],
  ['GET', 'Content-Length: 0\r\n\r\n', UNREADABLE, 2],
  ['GET', 'Content-Length: 1\r\n\r\nx', UNREADABLE, 1],
  ['GET', 'Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n', UNREADABLE, 1],
  ['DELETE', '', UNREADABLE, 1],
  ['OPTIONS', '', UNREADABLE, 1],
  ['POST', 'Content-Length: 1\r\n\r\nx', UNREADABLE, 1],
  ['GET', '', '', 1],
  ['GET', '', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut', 1],
])('%s with %j, answered by %j: asked %i times', async (method, more, answer, times) => {
  await using target = await tcpServer((socket) => {
    socket.once('data', () => socket.end(answer, 'latin1'))
  })
  const egress = createEgress({ allow: '127.0.0.0/8' })
  const port = Number(new URL((await egress.forwardProxy()).server).port)
  const head = `${method} http://127.0.0.1:${target.port}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`
  const received = await sendRaw(port, head + (more || '\r\n')).catch(() => 'reset')
  expect(target.connections()).toBe(times)
  if (times === 2) expect(received).toBe(answer)
  else expect(received).not.toBe(answer || 'none')
  await egress.close()
})
