import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { linux, where } from '@gleaner/testkit/where'
import { expect, test } from '@jest/globals'
import { freePort, reservePort } from './free-port.ts'

where(linux).test('a free port is none that the system gives to connections by itself', async () => {
  const [first] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/).map(Number)
  const ports = await Promise.all(Array.from({ length: 20 }, freePort))
  for (const port of ports) expect(port).toBeLessThan(first!)
})

test('a free port can be listened on', async () => {
  const server = createServer().listen(await freePort(), '0.0.0.0')
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
})

test('no two calls get the same port while their processes live', async () => {
  const port = await freePort()
  expect(await reservePort(port)).toBe(false)

  const other = fork(join(import.meta.dirname, 'fixtures', 'hold-port.ts'))
  const [theirs] = (await once(other, 'message')) as [number]
  expect(await reservePort(theirs)).toBe(false)
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(await reservePort(theirs)).toBe(true)
})
