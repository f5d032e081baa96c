import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import type { Egress } from '../egress.ts'

let egress: Egress
beforeAll(() => {
  egress = createEgress({ allow: '127.0.0.0/8' })
})
afterAll(() => egress.close())

/** The port of a forward proxy that chains to one session of a provider. */
async function portFor(session: number): Promise<number> {
  const { server } = await egress.forwardProxy(`http://user-${session}:secret@127.0.0.1:3128`)
  return Number(new URL(server).port)
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

test('two hundred sessions listen at once: the one that was asked for the longest ago makes room', async () => {
  const direct = Number(new URL((await egress.forwardProxy()).server).port)
  const ports: number[] = []
  for (let session = 0; session < 200; session++) ports.push(await portFor(session))
  expect(await portFor(0)).toBe(ports[0])
  await portFor(200)
  await expect(isOpen(ports[0]!)).resolves.toBe(true)
  await expect(isOpen(ports[1]!)).resolves.toBe(false)
  await expect(isOpen(direct)).resolves.toBe(true)
  expect(await isOpen(await portFor(1))).toBe(true)
  await expect(isOpen(ports[2]!)).resolves.toBe(false)
})
