import { createEgress, type Egress } from '@gleaner/egress'
import type { BrowserOptions, Fetcher, FetchOutcome } from '@gleaner/http-tiers'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../fetcher.ts'
import { CHROMIUM } from '../testing/chromium-path.ts'
import { type Answer, type LocalSite, startLocalSite } from '../testing/local-site.ts'

const WORDS = 'Boats, ropes and nets lie on the quay until the tide comes in. '.repeat(12)
const LINKS = `<nav>${'<a href="/">Boats and all that belongs to them</a> '.repeat(10)}</nav>`
const SPIN =
  '<style>@keyframes turn { to { rotate: 1turn } } i { animation: turn 1s infinite linear; display: block; width: 20px; height: 20px }</style>'

/** An application that asks for its content a moment after all is quiet, and shows `meanwhile` until it is there. */
const application = (meanwhile: string, content = '/content') => `<!doctype html><title>Boats</title>
  ${LINKS}<main>${meanwhile}</main><footer>${WORDS}</footer><script>
  // Once all is quiet: how long a browser waits then is what is tested.
  setTimeout(async () => {
    const response = await fetch('${content}')
    document.querySelector('main').textContent = await response.text()
  }, 350)</script>`

/** A page that is built around a frame, as a catalogue of components is. */
const around = (frame: string) => `<!doctype html><title>Boats</title>${LINKS}${frame}<script></script>`
const FRAME = '<iframe src="/in/frame.html" style="width: 1200px; height: 700px"></iframe>'

const ANSWERS_AFTER_MS = 700
/** Of one page, which may wait for the others. */
const PATIENCE_MS = 60_000
const after =
  (text: string, ms = ANSWERS_AFTER_MS): Answer =>
  (_request, response) =>
    // While the browser waits.
    void setTimeout(() => response.end(text), ms)

describe('a browser', () => {
  let site: LocalSite
  let other: LocalSite
  let egress: Egress
  let fetcher: Fetcher
  /** The longest wait of all: it goes on beside the others. */
  let unfinished: Promise<FetchOutcome>

  beforeAll(async () => {
    other = await startLocalSite({ '/in/frame.html': `<p>${WORDS}</p>` })
    site = await startLocalSite({
      '/content': after(`The content. ${WORDS}`),
      '/never': () => undefined,
      '/says': application('Loading…'),
      '/marks': application('<div role="progressbar">Please stand by</div>'),
      '/is-busy': application('<section aria-busy="true">Soon</section>'),
      '/moves': application(`${SPIN}<i></i>`),
      '/waits': application('Loading…', '/never'),
      '/late': application('Boats lie here.').replaceAll('350', '200'),
      '/in-turn': `<!doctype html><title>Boats</title>${LINKS}<main></main><script>
        fetch('/content').then(() => fetch('/content')).then((response) => response.text())
          .then((text) => /* shown in a turn of its own */ setTimeout(() => (document.querySelector('main').textContent = text), 50))</script>`,
      '/room': `<!doctype html><title>Boats</title><main></main><script>
        const observer = new IntersectionObserver((entries) => {
          for (const { isIntersecting, target } of entries) if (isIntersecting) target.textContent = target.dataset.text
        })
        for (let part = 0; part < 6; part++) {
          const section = document.createElement('section')
          section.style.height = '700px'
          section.dataset.text = 'Part ' + part + ' of the quay. '
          document.querySelector('main').append(section)
          observer.observe(section)
        }</script>`,
      '/closed': `<!doctype html><title>Boats</title><x-quay><p>In a slot.</p></x-quay><script>
        const grow = (name, html) => customElements.define(name, class extends HTMLElement {
          connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = html }
        })
        grow('x-boat', '<p>A boat in the inner root.</p>')
        grow('x-quay', '<b id="closedRoots">${WORDS}</b><slot></slot><x-boat></x-boat>')</script>`,
      '/drawn': application(`<pre>${'/\\_|=- '.repeat(200)}</pre>`),
      // A part of its content after the other, for longer than anybody waits.
      '/grows': `<!doctype html><title>Boats</title><main><p>${WORDS}</p></main><script>
        const main = document.querySelector('main')
        setInterval(() => {
          const { length } = main.textContent
          if (length < 800_000) main.append('Boats. '.repeat(1 + length / 700))
        }, 60)</script>`,
      // A clock, and a headline in place of another.
      '/ticks': `<!doctype html><title>Boats</title><main><p>${WORDS}</p><b></b></main><script>
        setInterval(() => { document.querySelector('b').textContent = 'It is ' + Date.now() }, 60)</script>`,
      '/frame': around(FRAME),
      '/story': around(`<p>Controls</p>${FRAME.replace('frame.html', 'story.html')}`),
      '/in/story.html': `<h2>A badge</h2><div style="display: none"><p>No story was found.</p></div>`,
      '/in/frame.html': application('Loading…', '/content').replace('<nav>', '<nav hidden>'),
      '/in/boat.html': `<p>${WORDS}</p><a href="boat.html">The boat</a>`,
      '/relative': around(FRAME.replace('frame.html', 'boat.html')),
      '/frameset': `<!doctype html><title>Boats</title><frameset cols="15%,*"><frame src="/in/list.html">
        <frameset rows="20%,*"><frame src="/in/list.html"><frame src="/in/frame.html"></frameset></frameset>`,
      '/in/list.html': '<p>A list of the boats</p>',
      '/hidden': around(`<p>${WORDS}</p>${FRAME.replace('style="', 'style="visibility: hidden; ')}`),
      '/small': around(
        `<p>Boats.</p><iframe src="/in/boat.html" style="width: 300px; height: 250px"></iframe>`,
      ),
      '/richer': around(`<p>${WORDS.repeat(3)}</p>${FRAME.replace('frame.html', 'boat.html')}`),
      '/stranger': around(`<p>${WORDS}</p>${FRAME.replace('/in', `${other.url}/in`)}`),
      '/heavy': `<!doctype html><title>Boats</title><p>${WORDS}</p><script>
        const styles = document.createElement('style')
        styles.textContent = '/* nothing */'.repeat(100_000)
        document.head.append(styles)
        const picture = new Image()
        picture.src = 'data:image/svg+xml,' + 'x'.repeat(1_000_000)
        document.body.append(picture)</script>`,
      '/endless': `<!doctype html><title>Boats</title><p>${WORDS}</p><script>
        for (let i = 0; i < 2; i++) document.body.append('Boats and nets. '.repeat(50_000))</script>`,
      '/white': `<!doctype html><title>Boats</title><body style="color: white">${WORDS}`,
      '/black': `<!doctype html><title>Boats</title>${WORDS}`,
    })
    egress = createEgress({ allow: `127.0.0.1:${site.port},127.0.0.1:${other.port}` })
    fetcher = createBrowserFetcher({ egress, executablePath: CHROMIUM, profile: 'full' })
    unfinished = open('/waits')
    // Awaited by the last test.
    unfinished.catch(() => undefined)
  })
  afterAll(async () => {
    await fetcher.close()
    await egress.close()
    await site.close()
    await other.close()
  })

  function open(path: string, browser: Partial<BrowserOptions> = {}): Promise<FetchOutcome> {
    const options = { removeCookieBanners: true, ...browser }
    return fetcher.fetch(
      { url: site.url + path, method: 'GET', maxBytes: 1_000_000, browser: options },
      AbortSignal.timeout(PATIENCE_MS),
    )
  }
  async function read(path: string, browser?: Partial<BrowserOptions>) {
    const outcome = await open(path, browser)
    if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
    const html = Buffer.from(outcome.page.body).toString()
    return { html, warning: outcome.page.qualityWarning?.code }
  }

  // Pages that mostly wait.
  test.concurrent.each(['says', 'marks', 'is-busy', 'moves'])(
    'waits for the content of a page that tells that it is loading: it %s',
    async (how) => {
      expect(await read(`/${how}`)).toMatchObject({
        html: expect.stringContaining('The content.'),
        warning: undefined,
      })
    },
  )

  test.concurrent.each(['late', 'in-turn'])(
    'waits for what a page with little text asks for after a moment: %s',
    async (how) => {
      expect((await read(`/${how}`)).html).toContain('The content.')
    },
  )

  test.concurrent('takes a drawing of signs for no content', async () => {
    expect((await read('/drawn')).html).toContain('The content.')
  })

  test.concurrent('says when the content was still growing, but not of a clock', async () => {
    expect((await read('/grows')).warning).toBe('STILL_LOADING')
    expect((await read('/ticks')).warning).toBeUndefined()
  })

  test.concurrent('builds what a page leaves blank below until a reader comes near', async () => {
    const { html } = await read('/room')
    expect(html).toContain('>Part 0 of the quay. </section>')
    expect(html).toContain('>Part 5 of the quay. </section>')
  })

  test.concurrent('reads closed shadow roots, also in one another', async () => {
    const { html } = await read('/closed')
    expect(html).toMatch(/Boats, ropes and nets.*In a slot\..*A boat in the inner root\./s)
  })

  test.concurrent('shows a short frame within controls, without what the frame hides', async () => {
    const { html } = await read('/story')
    expect(html).toContain('A badge')
    expect(html).not.toContain('No story was found.')
  })

  test.concurrent('waits for a frame that holds the content, and reads it where it stands', async () => {
    const { html } = await read('/frame')
    expect(html).toContain('The content.')
    expect(html).not.toContain('<iframe')
  })

  test.concurrent('reads the frame of a frameset that holds the content', async () => {
    const { html } = await read('/frameset')
    expect(html).toMatch(/<body>.*The content\./s)
    expect(html).not.toMatch(/<frameset|A list of the boats/)
  })

  test.concurrent("makes a frame's addresses those of the page", async () => {
    expect((await read('/relative')).html).toContain(`href="${site.url}/in/boat.html"`)
  })

  test.concurrent.each(['hidden', 'small', 'richer', 'stranger'])(
    'leaves frames alone that do not hold the content: %s',
    async (path) => {
      expect((await read(`/${path}`)).html).toContain('<iframe')
    },
  )

  test.concurrent('counts what can be delivered against the limit, and names it where that is too much', async () => {
    const { html } = await read('/heavy')
    expect(html).toContain('Boats, ropes and nets')
    expect(html).not.toContain('nothing')
    const detail = 'The page is larger than allowed: 1000000 bytes at most'
    expect(await open('/endless')).toMatchObject({ kind: 'failed', reason: 'too_large', detail })
  })

  test.concurrent('says when a screenshot shows one colour only', async () => {
    expect((await read('/white', { screenshot: true })).warning).toBe('BLANK_SCREENSHOT')
    expect((await read('/black', { screenshot: true })).warning).toBeUndefined()
  })

  test('says when the content did not come in time', async () => {
    expect(await unfinished).toMatchObject({
      kind: 'page',
      page: { qualityWarning: { code: 'STILL_LOADING' } },
    })
  })
})
