import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { BrowserPool } from '../browser/pool/pool.ts'
import { type LocalSite, startLocalSite } from '../browser/testing/local-site.ts'
import { attended, openPool } from './testing/attended.ts'

/** Everything at a place that tests can name. */
const PLACED = (body: string) =>
  `<!doctype html><title>Harbour</title><style>* { position: absolute; margin: 0 } html, body { position: static }</style>${body}`
const at = (x: number, y: number) => `style="left:${x}px;top:${y}px;width:200px;height:30px"`

const FORM = PLACED(`<form method="post" action="/enter">
  <input name="user" ${at(10, 10)}><input name="word" type="password" ${at(10, 60)}>
  <select name="role" ${at(10, 110)}><option>crew</option><optgroup label="Bridge"><option>mate</option><option disabled>captain</option></optgroup></select>
  <button ${at(10, 160)}>Enter</button></form>`)

let site: LocalSite
let other: LocalSite
let pool: BrowserPool
let close: () => Promise<void>
beforeAll(async () => {
  other = await startLocalSite({
    '/sso': PLACED(
      `<button onclick="opener.postMessage('ada', '*'); window.close()" ${at(10, 10)}>Allow</button>`,
    ),
    '/stores': '<title>Stores</title><script>localStorage.token = "marker-of-other"</script>',
  })
  site = await startLocalSite({
    '/': FORM,
    '/enter': (_request, response, body) => {
      const form = new URLSearchParams(body)
      const isAda =
        form.get('user') === 'ada' && form.get('word') === 'Hárbour 1!' && form.get('role') === 'mate'
      if (isAda) response.setHeader('Set-Cookie', 'sid=marker-of-ada; Path=/; HttpOnly; Max-Age=3600')
      response.writeHead(303, { location: isAda ? '/in' : '/?again' }).end()
    },
    '/in': '<title>Signed in</title><p>Ahoy',
    '/ask': PLACED(
      `<button onclick="document.title = prompt('Your code?', '000')" ${at(10, 10)}>Ask</button>`,
    ),
    '/stores':
      '<title>Stores</title><script>localStorage.token = "marker-of-site"; sessionStorage.tab = "marker-of-tab"; localStorage.large = "x".repeat(400000)</script>',
    '/alerts': '<title>Alerts</title><script>for (;;) alert("again")</script>',
    '/sso-start': PLACED(
      `<button onclick="window.open(location.hash.slice(1))" ${at(10, 10)}>By the other site</button><script>onmessage = ({ data }) => { document.cookie = 'who=' + data; location = '/in' }</script>`,
    ),
    '/storm': PLACED(
      `<button onclick="for (let i = 0; i < 20; i++) window.open('/in?' + i)" ${at(10, 10)}>Storm</button><script>for (let i = 0; i < 20; i++) open('/in')</script>`,
    ),
    '/file': PLACED(`<input type="file" ${at(10, 10)}><a href="/load" ${at(10, 60)}>Load</a>`),
    '/load': (_request, response) =>
      response.writeHead(200, { 'content-disposition': 'attachment; filename=a.bin' }).end('x'),
    '/spoof': `<title>bank.example</title><script>history.replaceState({}, '', '/bank.example/login'); document.documentElement.requestFullscreen?.().catch(() => {})</script>`,
    '/inner': `<title>Inner</title><img src="http://169.254.169.254/latest/meta-data"><iframe src="http://169.254.169.254/"></iframe>`,
    '/huge':
      '<title>Huge</title><canvas width="30000" height="30000"></canvas><div style="width:1000000px;height:1000000px">',
  })
  ;({ pool, close } = openPool(`127.0.0.1:${site.port},127.0.0.1:${other.port}`))
})
afterAll(async () => {
  await close()
  await site.close()
  await other.close()
})

describe('a person in front of a browser', () => {
  test('signs in by keys, pasted text and a list, and the browser has the cookies', async () => {
    const cookies = await attended(pool, { url: `${site.url}/` }, async (person) => {
      await person.untilAt('/')
      await eventually(() => expect(person.frames.length).toBeGreaterThan(0))
      const [frame] = person.frames
      expect(frame!.readUInt16BE(4)).toBeGreaterThan(600)
      expect(frame!.subarray(8, 11).toString('hex')).toBe('ffd8ff')
      person.click(50, 25)
      person.type('ada')
      person.click(50, 75)
      await eventually(() => expect(person.last('typing')).toEqual({ type: 'typing', takes_text: true }))
      person.browser.do({ type: 'text', text: 'Hárbour' })
      person.type(' 1!')
      person.click(50, 125)
      await eventually(() => expect(person.last('choices')?.choices).toHaveLength(3))
      expect(person.last('choices')!.choices).toEqual([
        { label: 'crew', group: '', is_selected: true, is_disabled: false },
        { label: 'mate', group: 'Bridge', is_selected: false, is_disabled: false },
        { label: 'captain', group: 'Bridge', is_selected: false, is_disabled: true },
      ])
      person.browser.do({ type: 'choice', index: 1 })
      person.click(50, 175)
      await person.untilAt('/in')
      await eventually(() =>
        expect(person.tab()).toMatchObject({ title: 'Signed in', origin: site.url, is_failed: false }),
      )
      person.browser.do({ type: 'cookies' })
      await eventually(() => expect(person.last('cookies')?.cookies).toHaveLength(1))
      expect(person.last('cookies')!.cookies[0]).toMatchObject({ name: 'sid', domain: '127.0.0.1' })
      expect(JSON.stringify(person.shown)).not.toContain('marker-of-ada')
      person.browser.do({ type: 'history', action: 'back' })
      await person.untilAt('/')
      return await person.browser.cookies()
    })
    expect(cookies).toMatchObject([{ name: 'sid', value: 'marker-of-ada', httpOnly: true }])
  })

  test('keeps what scripts have stored, of the origins that are wanted, also of those that were left', async () => {
    const found = await attended(pool, { url: `${other.url}/stores` }, async (person) => {
      await person.untilAt('/stores')
      person.browser.do({ type: 'go', url: `${site.url}/stores` })
      await eventually(() => expect(person.tab()).toMatchObject({ origin: site.url, is_loading: false }))
      for (let asked = 0; asked < 20; asked++) person.browser.do({ type: 'cookies' })
      await eventually(() =>
        expect(person.last('storage')?.origins).toEqual([
          { origin: site.url, items: 2 },
          { origin: other.url, items: 1 },
        ]),
      )
      const [all, wanted] = await Promise.all([
        person.browser.storage(() => true),
        person.browser.storage((origin) => origin === other.url),
      ])
      expect(person.shown.flatMap((one) => (one.type === 'tabs' ? one.tabs.length : []))).not.toContain(2)
      expect(JSON.stringify(person.shown)).not.toContain('marker-of')
      person.browser.do({ type: 'history', action: 'back' })
      await eventually(() => expect(person.tab().origin).toBe(other.url))
      return { all, wanted }
    })
    const ofOther = { origin: other.url, local: [['token', 'marker-of-other']], session: [] }
    expect(found).toEqual({
      all: [
        { origin: site.url, local: [['token', 'marker-of-site']], session: [['tab', 'marker-of-tab']] },
        ofOther,
      ],
      wanted: [ofOther],
    })
  })

  test('answers the dialogs of a page', async () => {
    await attended(pool, { url: `${site.url}/ask` }, async (person) => {
      await person.untilAt('/ask')
      person.click(50, 25)
      await eventually(() =>
        expect(person.last('dialog')?.dialog).toMatchObject({
          kind: 'prompt',
          message: 'Your code?',
          text: '000',
        }),
      )
      person.browser.do({ type: 'dialog', accept: true, text: '123456' })
      await eventually(() => expect(person.last('dialog')?.dialog).toBeNull())
      person.browser.do({ type: 'history', action: 'reload' })
      await eventually(() =>
        expect(site.seen.filter(({ path }) => path === '/ask').length).toBeGreaterThan(1),
      )
    })
  })

  test('signs in by a window of another site, which closes itself', async () => {
    const cookies = await attended(
      pool,
      { url: `${site.url}/sso-start#${other.url}/sso` },
      async (person) => {
        await eventually(() => expect(person.tab().title).toBe('Harbour'))
        person.click(50, 25)
        await eventually(() => expect(person.tab().origin).toBe(other.url))
        expect(person.last('tabs')!.tabs).toHaveLength(2)
        await person.untilAt('/sso')
        person.click(50, 25)
        await person.untilAt('/in')
        expect(person.last('tabs')!.tabs).toHaveLength(1)
        return await person.browser.cookies()
      },
    )
    expect(cookies).toMatchObject([{ name: 'who', value: 'ada' }])
  })

  test('taps on a phone, whose pages are told that it is one', async () => {
    await attended(pool, { url: `${site.url}/`, device: 'phone' }, async (person) => {
      await person.untilAt('/')
      expect(person.last('tabs')!.is_phone).toBe(true)
      expect(site.seen.findLast(({ path }) => path === '/')!.headers['user-agent']).toContain('Mobile')
      person.browser.do({ type: 'touch', action: 'start', points: [{ x: 50, y: 25, id: 0 }] })
      person.browser.do({ type: 'touch', action: 'end', points: [] })
      await eventually(() => expect(person.last('typing')).toEqual({ type: 'typing', takes_text: true }))
    })
  })
})

describe('a hostile page', () => {
  test('that shows dialogs without end is answered in place of its person, who may leave', async () => {
    await attended(pool, { url: `${site.url}/alerts` }, async (person) => {
      const isRefused = () =>
        person.shown.some((one) => one.type === 'notice' && one.notice === 'dialogs_refused')
      await eventually(() => {
        if (person.last('dialog')?.dialog) person.browser.do({ type: 'dialog', accept: true })
        expect(isRefused()).toBe(true)
      })
    })
  })

  test('that opens windows without end has five', async () => {
    await attended(pool, { url: `${site.url}/storm` }, async (person) => {
      await person.untilAt('/storm')
      person.click(50, 25)
      await eventually(() => expect(person.last('tabs')!.tabs.length).toBeGreaterThan(1))
      expect(
        Math.max(...person.shown.map((one) => (one.type === 'tabs' ? one.tabs.length : 0))),
      ).toBeLessThan(6)
    })
  })

  test('does not get a file, gives none, and does not name itself another site', async () => {
    await attended(pool, { url: `${site.url}/file` }, async (person) => {
      await person.untilAt('/file')
      person.click(20, 25)
      await eventually(() => expect(person.shown).toContainEqual({ type: 'notice', notice: 'file_refused' }))
      person.click(20, 75)
      await eventually(() =>
        expect(person.shown).toContainEqual({ type: 'notice', notice: 'download_refused' }),
      )
      person.browser.do({ type: 'go', url: `${site.url}/spoof` })
      await eventually(() => expect(person.tab().title).toBe('bank.example'))
      expect(person.tab().origin).toBe(site.url)
    })
  })

  test.each(['file:///etc/passwd', 'chrome://version', 'http://169.254.169.254/', 'javascript:alert(1)'])(
    'and %s are not opened',
    async (url) => {
      await attended(pool, { url: `${site.url}/inner` }, async (person) => {
        await person.untilAt('/inner')
        person.browser.do({ type: 'go', url })
        await eventually(() =>
          expect(person.shown).toContainEqual({ type: 'notice', notice: 'address_refused' }),
        )
        expect(person.tab().origin).toBe(site.url)
      })
    },
  )

  test('as large as can be is still shown in a picture of bounded size', async () => {
    await attended(pool, { url: `${site.url}/huge` }, async (person) => {
      await eventually(() => expect(person.frames.length).toBeGreaterThan(0))
      person.browser.do({ type: 'size', width: 9_000, height: 9_000 })
      await eventually(() => expect(person.frames.at(-1)!.readUInt16BE(4)).toBe(1_600))
      for (const frame of person.frames) expect(frame.length).toBeLessThan(2_000_000)
    })
  })
})
