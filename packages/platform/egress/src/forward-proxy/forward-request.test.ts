import { expect, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import { sendRaw, tcpServer } from '../testing/local-servers.ts'

test('an answer is handed on without a date that its target did not give', async () => {
  const answer = 'HTTP/1.1 200 Fine\r\nX-Own: 1\r\nContent-Length: 2\r\n\r\nok'
  await using target = await tcpServer((socket) => void socket.once('data', () => socket.end(answer)))
  const egress = createEgress({ allow: '127.0.0.0/8' })
  const port = Number(new URL((await egress.forwardProxy()).server).port)
  const get = `GET http://127.0.0.1:${target.port}/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`
  const received = await sendRaw(port, get)
  expect(received).toMatch(/^HTTP\/1\.1 200 Fine\r\nX-Own: 1\r\n.*ok$/s)
  expect(received).not.toMatch(/\r\ndate:/i)
  await egress.close()
})
