import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { fetch } from 'undici'
import { createEgress } from '../create-egress.ts'
import { AddressNotAllowed } from '../policy/address-not-allowed.ts'
import { parseHostMap } from './host-map.ts'

const NEVER = () => Promise.reject(new Error('asked'))

describe('a name that the operator maps', () => {
  test('leads to its address, and nobody is asked for it', async () => {
    const server = createServer((request, response) => response.end(request.headers.host))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const egress = createEgress({
      allow: `127.0.0.1:${port}`,
      hosts: 'docs.example.com=127.0.0.1',
      resolve: NEVER,
    })
    try {
      const reply = await fetch(`http://docs.example.com:${port}/`, { dispatcher: egress.dispatcher() })
      expect(await reply.text()).toBe(`docs.example.com:${port}`)
      // What is not opened stays closed, whatever leads there.
      await expect(egress.resolve('docs.example.com', port + 1)).rejects.toThrow(AddressNotAllowed)
    } finally {
      await egress.close()
      server.closeAllConnections()
      server.close()
    }
  })

  test.each(['127.0.0.1', '169.254.169.254', '10.0.0.9', '::1'])('does not open %s', async (address) => {
    const egress = createEgress({ hosts: `docs.example.com=${address}`, resolve: NEVER })
    await expect(egress.resolve('docs.example.com', 443)).rejects.toThrow(AddressNotAllowed)
    await egress.close()
  })

  test('stays refused where it is of the deployment, or blocked', async () => {
    const hosts = 'docs.example.com=93.184.216.34'
    for (const options of [{ ownAddresses: '93.184.216.34' }, { blockedDomains: ['example.com'] }]) {
      const egress = createEgress({ hosts, resolve: NEVER, ...options })
      await expect(egress.resolve('docs.example.com', 443)).rejects.toThrow(AddressNotAllowed)
      await egress.close()
    }
  })

  test('may have several addresses, and is spelled as in a URL', () => {
    const map = parseHostMap(' Docs.Example.com=10.0.0.8, docs.example.com.=2606:4700::1 ')
    expect([...map]).toEqual([
      [
        'docs.example.com',
        [
          { address: '10.0.0.8', family: 4 },
          { address: '2606:4700::1', family: 6 },
        ],
      ],
    ])
  })

  test.each([
    'example.com',
    'example.com=',
    '=10.0.0.8',
    'example.com=other.com',
    '10.0.0.1=10.0.0.2',
    'a/b=10.0.0.1',
  ])('is refused as %j', (entry) => {
    expect(() => parseHostMap(entry)).toThrow(`EGRESS_HOSTS: "${entry}"`)
  })
})
