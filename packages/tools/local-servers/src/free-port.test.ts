import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { linux, where } from '@gleaner/testkit/where'
import { expect, test } from '@jest/globals'
import { freePort } from './free-port.ts'

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
