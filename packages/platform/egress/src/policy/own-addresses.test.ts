import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, test } from '@jest/globals'
import { createEgress } from '../create-egress.ts'
import type { EgressOptions } from '../egress.ts'
import { AddressNotAllowed } from './address-not-allowed.ts'
import { createOwnAddresses } from './own-addresses.ts'

const API = 8080
const REDIS = 6379
const POSTGRES = 5432

/** An operator who opened far too much, on a machine where everything runs. */
const WIDE: EgressOptions = {
  allow: `0.0.0.0/0,::/0,localhost:${REDIS},localhost:8090,intranet:${REDIS}`,
  ownUrls: [`postgres://u:p@127.0.0.1:${POSTGRES}/db`, `redis://:secret@localhost:${REDIS}`],
  ownPorts: [API],
}

/** What a resolver of the attacker's says. */
const NAMES: Record<string, string[]> = {
  'to-loopback.example.com': ['127.0.0.1'],
  'to-another-loopback.example.com': ['127.55.66.77'],
  'to-mapped.example.com': ['::ffff:127.0.0.1'],
  'to-zone.example.com': ['::1%lo'],
  'to-both.example.com': ['93.184.216.34', '::1'],
  'to-redis.example.com': ['10.0.0.5'],
  intranet: ['127.0.0.1'],
  redis: ['10.0.0.5'],
  postgres: ['10.0.0.6', 'fd00::6'],
  'api.gleaner.example': ['104.16.0.1'],
  'node.gleaner.example': ['198.35.26.96'],
  'cdn-neighbour.example.com': ['104.16.0.1'],
}

const interfaceHosts = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .filter(({ address }) => !address.startsWith('fe80'))
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))

/** Spellings of this machine. */
const HERE = [
  '127.0.0.1',
  '127.0.0.2',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0x7f.0.0.1',
  '0177.1',
  '0.0.0.0',
  '0',
  '0.1.2.3',
  'localhost',
  'LOCALHOST.',
  '[::1]',
  '[0:0::1]',
  '[::]',
  '[::127.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:2]',
  '[::ffff:0.0.0.0]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2002:7f00:1:aaaa::1]',
  '[2001:0:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[fd00::5efe:127.0.0.1]',
  '[fd00::200:5efe:7f00:1]',
  'to-loopback.example.com',
  'to-another-loopback.example.com',
  'to-mapped.example.com',
  'to-zone.example.com',
  'to-both.example.com',
  ...interfaceHosts,
]

async function verdict(options: EgressOptions, host: string, port: number): Promise<string> {
  const egress = createEgress({
    ...options,
    resolve: async (name) => {
      const answers = name === 'localhost' ? ['127.0.0.1', '::1'] : NAMES[name]
      if (answers === undefined) throw new Error('NXDOMAIN')
      return answers.map((address) => ({ address, family: isIP(address) }))
    },
  })
  try {
    const url = egress.checkUrl(`http://${host}:${port}/`)
    await egress.resolve(url.hostname, port)
    return 'allowed'
  } catch (error) {
    if (!(error instanceof AddressNotAllowed)) throw error
    return error.message.includes('belongs to the service') ? 'own' : 'refused'
  } finally {
    await egress.close()
  }
}

describe('with everything opened, our own ports stay closed', () => {
  test.each(HERE)('at %s', async (host) => {
    for (const port of [API, REDIS, POSTGRES])
      expect([port, await verdict(WIDE, host, port)]).not.toContain('allowed')
  })

  test.each(HERE.filter((host) => !/^\[(?!::1\]|::\])|zone|both/.test(host)))(
    'and other ports stay open at %s',
    async (host) => {
      const port = /localhost/i.test(host) ? 8090 : 9999
      expect(await verdict(WIDE, host, port)).toBe('allowed')
    },
  )

  test('whichever way the port became ours', async () => {
    const allow = '127.0.0.0/8,::1/128,10.0.0.0/8'
    const ways: EgressOptions[] = [
      { ownAddresses: `127.0.0.1:${API}` },
      { ownAddresses: `localhost:${API}` },
      { ownAddresses: `127.0.0.9:${API}` },
      { ownAddresses: `[::1]:${API}` },
      { ownAddresses: `0.0.0.0:${API}` },
      { ownAddresses: `to-loopback.example.com:${API}` },
      { ownUrls: [`redis://127.0.0.1:${API}`] },
      { ownUrls: [`postgres://u@unused/db?host=127.0.0.1&port=${API}`] },
      { ownUrls: [`rediss://[::1]:${API}/0`] },
      { publicUrls: [`http://localhost:${API}`] },
      { publicUrls: [`http://to-loopback.example.com:${API}`] },
      { ownPorts: [API] },
    ]
    for (const own of ways) {
      for (const host of [
        '127.0.0.1',
        '127.0.0.2',
        '[::1]',
        '[::ffff:127.0.0.1]',
        'to-loopback.example.com',
      ]) {
        expect([own, host, await verdict({ allow, ...own }, host, API)]).toEqual([own, host, 'own'])
      }
      expect(await verdict({ allow, ...own }, '127.0.0.1', API + 1)).toBe('allowed')
    }
  })

  test('a whole address of loopback closes this machine', async () => {
    for (const ownAddresses of ['127.0.0.1', 'localhost', '::1', '127.0.0.0/8']) {
      for (const host of ['127.0.0.2', '[::ffff:127.0.0.1]', '[::1]', '0.0.0.0'])
        expect([host, await verdict({ ...WIDE, ownAddresses }, host, 9999)]).toEqual([host, 'own'])
    }
  })

  test('the ports of a forward proxy join them while it runs', async () => {
    const egress = createEgress({ allow: '0.0.0.0/0,::/0' })
    const login = await egress.proxyLogin()
    const ports = [login.url, (await egress.forwardProxy()).server].map((url) => Number(new URL(url).port))
    for (const port of ports)
      for (const host of ['127.0.0.1', '127.3.2.1', '::ffff:7f00:1', '::1'])
        await expect(egress.resolve(host, port)).rejects.toThrow('belongs to the service')
    await egress.close()
  })
})

test('an address with a zone is opened by no network, as it means something inside one network only', async () => {
  expect(await verdict(WIDE, 'to-zone.example.com', 9999)).toBe('refused')
  expect(await verdict({ allow: 'to-zone.example.com:9999' }, 'to-zone.example.com', 9999)).toBe('allowed')
})

describe('services on other machines', () => {
  const options: EgressOptions = {
    allow: '10.0.0.0/8,fd00::/8,::/0,redis:6379',
    ownUrls: ['redis://redis:6379', 'postgres://u:p@postgres/db'],
  }

  test.each([
    ['redis', 6379],
    ['10.0.0.5', 6379],
    ['[::ffff:10.0.0.5]', 6379],
    ['[64:ff9b::10.0.0.5]', 6379],
    ['[2002:a00:5::1]', 6379],
    ['to-redis.example.com', 6379],
    ['10.0.0.6', 5432],
    ['[fd00::6]', 5432],
    ['[fd00:0:0::0:6]', 5432],
  ])('%s is closed at port %i', async (host, port) => {
    expect(await verdict(options, host, port)).toBe('own')
  })

  test.each([
    ['10.0.0.5', 8000],
    ['10.0.0.7', 6379],
    ['[fd00::7]', 5432],
  ])('%s stays open at port %i', async (host, port) => {
    expect(await verdict(options, host, port)).toBe('allowed')
  })

  test('a name that the operator lists stands for its addresses', async () => {
    const own = { ownAddresses: 'node.gleaner.example' }
    expect(await verdict(own, '198.35.26.96', 443)).toBe('own')
    expect(await verdict(own, '198.35.26.97', 443)).toBe('allowed')
    expect(await verdict({ ownAddresses: 'node.gleaner.example:8443' }, '198.35.26.96', 443)).toBe('allowed')
  })

  test('a service of ours on public addresses is closed there, at its port', async () => {
    const own = { ownUrls: ['redis://node.gleaner.example:6379'] }
    expect(await verdict(own, '198.35.26.96', 6379)).toBe('own')
    expect(await verdict(own, '198.35.26.96', 443)).toBe('allowed')
  })

  test('the public name of the API is closed, and not half of the web behind the same proxies', async () => {
    const own = { publicUrls: [undefined, 'https://s3.example', 'https://api.gleaner.example'] }
    expect(await verdict(own, 'api.gleaner.example', 443)).toBe('own')
    expect(await verdict(own, 'cdn-neighbour.example.com', 443)).toBe('allowed')
  })

  test('a name of ours that cannot be resolved closes nothing else, and is asked for again', async () => {
    expect(await verdict({ ownUrls: ['redis://gone.example:6379'] }, 'to-both.example.com', 80)).toBe(
      'refused',
    )
    expect(await verdict({ ownUrls: ['redis://gone.example:6379'] }, '93.184.216.34', 6379)).toBe('allowed')
  })
})

test('a port that two of ours listen on stays closed until both have gone', () => {
  const own = createOwnAddresses({})
  const isClosed = () => own.includes('127.0.0.1', 9_001)
  own.addLocalPort(9_001)
  own.addLocalPort(9_001)
  own.removeLocalPort(9_001)
  expect(isClosed()).toBe(true)
  own.removeLocalPort(9_001)
  expect(isClosed()).toBe(false)
  own.removeLocalPort(9_001)
  own.addLocalPort(9_001)
  expect(isClosed()).toBe(true)
})

describe('the URL of a service of ours', () => {
  const allow = '10.0.0.0/8'

  test.each([
    ['http://10.0.0.5', 80],
    ['https://10.0.0.5/path', 443],
    ['postgres://u:p@10.0.0.5/db', 5432],
    ['postgresql://10.0.0.5/db', 5432],
    ['redis://10.0.0.5', 6379],
    ['rediss://10.0.0.5/1', 6379],
    ['postgres://u:p@10.0.0.6:1/db?host=10.0.0.5&port=5433', 5433],
    ['redis://10.0.0.5:6380/0?host=10.0.0.6&port=1', 6380],
    ['redis://10.0.0.5:443', 443],
  ])('%s closes port %i there, and nothing else', async (url, port) => {
    const closed = (host: string, at: number) => verdict({ allow, ownUrls: [url] }, host, at)
    expect(await closed('10.0.0.5', port)).toBe('own')
    expect(await closed('10.0.0.5', port + 1_000)).toBe('allowed')
    expect(await closed('10.0.0.6', port)).toBe('allowed')
  })

  test.each(['postgres:///db?host=/var/run/postgresql', 'unix:/run/redis.sock', 'no URL'])(
    '%s closes nothing of the network',
    async (url) => {
      for (const port of [80, 5432, 6379])
        expect(await verdict({ allow, ownUrls: [url] }, '10.0.0.5', port)).toBe('allowed')
    },
  )
})

test('of what the settings name only names are looked up', async () => {
  const asked: string[] = []
  const resolve = async (host: string) => {
    asked.push(host)
    return []
  }
  const ownUrls = ['redis://10.0.0.5', 'redis://[fd00::5]', 'redis://localhost', 'redis://redis.example']
  await createOwnAddresses({ ownUrls, ownAddresses: '10.0.0.6,10.0.0.7:80,node.example', resolve }).refresh()
  expect(asked.toSorted()).toEqual(['node.example', 'redis.example'])
})

test('a public name of ours closes a private address that it leads to, at its port', async () => {
  const own = { allow: '10.0.0.0/8', publicUrls: ['http://to-redis.example.com:8080'] }
  expect(await verdict(own, '10.0.0.5', 8080)).toBe('own')
  expect(await verdict(own, '10.0.0.5', 8081)).toBe('allowed')
  expect(await verdict(own, '10.0.0.6', 8080)).toBe('allowed')
})

test('a resolver that hangs at a name of ours holds nothing up for longer than a look-up may take', async () => {
  const egress = createEgress({
    ownUrls: ['redis://redis.example:6379'],
    resolveTimeoutMs: 50,
    resolve: () => new Promise(() => {}),
  })
  expect(await egress.resolve('93.184.216.34', 443)).toEqual([{ address: '93.184.216.34', family: 4 }])
  await egress.close()
})
