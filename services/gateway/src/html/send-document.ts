import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readStyle } from '@gleaner/look'
import { Html, html } from '@gleaner/security/html'
import type { Response } from 'express'

/** A page for a person, which loads nothing: its style and script stand in it. */
export interface HtmlDocument {
  title: string
  body: Html
  /** Names of files beside this one, which make one script. */
  scripts?: readonly string[]
  /** Styles behind those of every page: names of files beside this one, or whole paths. */
  styles?: readonly string[]
  /** For search engines. */
  description?: string
  /** Whether whoever opened it as a popup window hears of it again, once it has led back to a page of theirs. */
  keepsOpener?: boolean
  /** Whether a form of it is sent to us by the browser. */
  sendsForm?: boolean
  /** Whether people keep it as a file: it then runs nothing and looks for nothing beside itself. */
  isKept?: boolean
}

/** Sends a page that no other site can frame, that runs its own script alone, and that no cache keeps. */
export function sendDocument(response: Response, status: number, document: HtmlDocument): void {
  const style = styleOf(document.styles ?? [])
  const theme = document.isKept ? undefined : asset(['theme.js'])
  const script = document.scripts && asset(document.scripts)
  response.setHeader('Content-Security-Policy', policy(style, [theme, script], document))
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Referrer-Policy', 'no-referrer')
  if (document.keepsOpener) response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none')
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${document.description === undefined ? html`<meta name="robots" content="noindex">` : html`<meta name="description" content="${document.description}">`}
${!document.isKept && html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">`}
<title>${document.title}</title>
${theme && html`<script>${new Html(theme.text)}</script>`}
<style>${new Html(style.text)}</style>
</head>
<body>
${document.body}
${script && html`<script type="module">${new Html(script.text)}</script>`}
</body>
</html>
`.text
  response.status(status).type('html').send(text)
}

interface Asset {
  text: string
  /** As a content security policy names it. */
  source: string
}

/** What the dashboard looks like, in the order of its files, and the frame of our own pages. */
const LOOK = (['tokens', 'base', 'form', 'button', 'notice', 'state-word'] as const).map(readStyle)
const assets = new Map<string, Asset>()

function styleOf(names: readonly string[]): Asset {
  return known(`style ${names.join()}`, () => [...LOOK, ...['page.css', ...names].map(read)])
}

function asset(names: readonly string[]): Asset {
  return known(names.join(), () => names.map(read))
}

const read = (name: string) => readFileSync(resolve(import.meta.dirname, name), 'utf8')

/** Read when it is first asked for. */
function known(key: string, texts: () => string[]): Asset {
  const made = assets.get(key)
  if (made) return made
  const text = texts().join('\n')
  const whole = { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
  assets.set(key, whole)
  return whole
}

function policy(
  style: Asset,
  scripts: readonly (Asset | undefined)[],
  { scripts: own, sendsForm }: HtmlDocument,
): string {
  const sources = scripts.flatMap((script) => script?.source ?? [])
  return [
    "default-src 'none'",
    `style-src ${style.source}`,
    "img-src 'self'",
    ...(sources.length > 0 ? [`script-src ${sources.join(' ')}`] : []),
    ...(own ? ["connect-src 'self'"] : []),
    `form-action ${sendsForm ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
