import { expect, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import { tcpServer } from '../testing/local-servers.ts'

test('an https proxy that accepts and then says nothing costs the time-out of its handshake', async () => {
  await using silent = await tcpServer(() => {})
  const egress = createEgress({ allow: '127.0.0.0/8', connectTimeoutMs: 100 })
  const opening = egress.connect('93.184.216.34', 443, { upstream: `https://127.0.0.1:${silent.port}` })
  await expect(opening).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  await egress.close()
})
