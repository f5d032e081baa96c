import { MEGABYTE } from '@gleaner/runtime/units'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { WebSocket } from 'ws'
import { CHARSET_TEXTS } from './routes/charsets.ts'
import { startTargetSite, type TargetSite } from './site.ts'

let site: TargetSite
beforeAll(async () => {
  site = await startTargetSite()
})
afterAll(() => site.close())

const get = (path: string, init?: RequestInit) => fetch(`${site.url}${path}`, init)
const text = async (path: string) => (await get(path)).text()

test('every address on the front page is served', async () => {
  const addresses = [...(await text('/')).matchAll(/<li><a href="([^"]*)"/g)].map((match) => match[1]!)
  const endless = /^\/(never|stall|hang|reset|truncated|slow|huge|bomb|bad-gzip)/
  const unserved: string[] = []
  for (const address of addresses.filter((path) => !endless.test(path))) {
    const reply = await get(address, { redirect: 'manual' })
    if (reply.status === 404) unserved.push(address)
    await reply.arrayBuffer()
  }
  expect(addresses.length).toBeGreaterThan(80)
  expect(unserved).toEqual([])
})

test('pages name the address under which they were asked for', async () => {
  expect(await text('/product')).toContain(`<link rel="canonical" href="${site.url}/product">`)
})

test('what arrives is recorded in the order and spelling it was sent', async () => {
  await get('/echo?x=1', { method: 'POST', body: 'hello', headers: { 'X-First': 'a', 'X-Second': 'b' } })
  const last = site.requests.at(-1)!
  expect(last).toMatchObject({ method: 'POST', path: '/echo?x=1', body: 'hello' })
  const names = last.headers.map(([name]) => name.toLowerCase())
  expect(names.indexOf('x-first')).toBeLessThan(names.indexOf('x-second'))
})

describe('refusals', () => {
  test('a request with the headers of a browser passes where another gets 403 with the reason', async () => {
    const bare = await get('/not-browser')
    expect([bare.status, bare.headers.get('x-refused-because')]).toEqual([
      403,
      'user-agent is not one of a browser',
    ])
  })

  test('a flaky address fails once per key', async () => {
    const statuses = []
    for (const key of ['a', 'a', 'b', 'a']) statuses.push((await get(`/flaky?key=${key}`)).status)
    expect(statuses).toEqual([500, 200, 500, 200])
  })

  test('the rate limit says when to come back', async () => {
    const first = await get('/rate-limited?key=test')
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '2'])
    expect((await get('/rate-limited?key=test')).status).toBe(200)
  })

  test('the challenge lets a right answer through once, and a wrong one never', async () => {
    const html = await text('/challenge')
    const ticket = html.match(/ticket = '([^']+)'/)![1]!
    const answer = [...ticket].reverse().join('')
    const pass = `/challenge/pass?ticket=${ticket}&answer=${answer}`
    const passed = await get(pass, { redirect: 'manual' })
    const cookie = passed.headers.get('set-cookie')!.split(';')[0]!
    const page = await get('/challenge', { headers: { cookie } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Swing bridge')])
    expect((await get(pass)).status).toBe(403)
  })

  test('the account opens for a login and for a cookie that was brought along', async () => {
    const form = new URLSearchParams({ email: 'ada@example.com', password: 'harbour-lights' })
    const login = await get('/login', { method: 'POST', body: form, redirect: 'manual' })
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!
    for (const brought of [cookie, 'selwyn_session=sample-session']) {
      expect(await (await get('/account', { headers: { cookie: brought } })).text()).toContain('Ada Pilchard')
    }
    expect((await get('/account', { redirect: 'manual' })).status).toBe(302)
  })
})

test.each(Object.entries(CHARSET_TEXTS))('/charset/%s holds its text', async (name, expected) => {
  const labels: Record<string, string> = { 'utf-8-bom': 'utf-8', meta: 'windows-1251', none: 'utf-8' }
  const bytes = await (await get(`/charset/${name}`)).arrayBuffer()
  expect(new TextDecoder(labels[name] ?? name).decode(bytes)).toContain(expected)
})

test('the bombs are small on the wire and large when opened', async () => {
  for (const path of ['/bomb?mb=20', '/bomb-br?mb=20']) {
    const { size, wire } = await sizes(path)
    expect(size).toBeGreaterThan(20 * MEGABYTE)
    expect(wire).toBeLessThan(200 * 1024)
  }
})

async function sizes(path: string): Promise<{ size: number; wire: number }> {
  const opened = await (await get(path)).arrayBuffer()
  const { get: raw } = await import('node:http')
  const wire = await new Promise<number>((resolve) => {
    raw(`${site.url}${path}`, (reply) => {
      let length = 0
      reply.on('data', (chunk: Buffer) => {
        length += chunk.byteLength
      })
      reply.on('end', () => resolve(length))
    })
  })
  return { size: opened.byteLength, wire }
}

test('compressed pages open to the same words', async () => {
  for (const coding of ['gzip', 'br', 'zstd', 'deflate']) {
    expect(await text(`/${coding}`)).toContain('Rope, tar and canvas')
  }
})

test('connections break as announced', async () => {
  await expect(text('/reset')).rejects.toThrow('fetch failed')
  await expect(text('/truncated')).rejects.toThrow('terminated')
  await expect(text('/bad-gzip')).rejects.toThrow('terminated')
})

test('the WebSocket sends back what it gets', async () => {
  const socket = new WebSocket(`${site.url.replace('http', 'ws')}/ws`)
  const answer = new Promise((resolve) => socket.once('message', (data) => resolve(String(data))))
  socket.once('open', () => socket.send('ahoy'))
  expect(await answer).toBe('ahoy')
  socket.close()
})

test('the benchmark page is a page of 20 KB and the same every time', async () => {
  const [first, second] = [await text('/bench/20kb?i=1'), await text('/bench/20kb?i=2')]
  expect(first).toBe(second)
  expect(Math.abs(first.length - 20_480)).toBeLessThan(1_500)
})

test('over TLS the greeting of Node is told from the one of a browser', async () => {
  const secure = await startTargetSite({ tls: true })
  const { get: secureGet } = await import('node:https')
  const status = await new Promise((resolve, reject) => {
    secureGet(`${secure.url}/tls-only`, { rejectUnauthorized: false }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    }).on('error', reject)
  })
  expect(status).toBe(403)
  await secure.close()
})
