import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Html, html } from '@gleaner/security/html'
import type { Response } from 'express'

/** A page for a person, which loads nothing: its style and script stand in it. */
export interface HtmlDocument {
  title: string
  body: Html
  /** Names of files beside this one, which make one script, and of styles behind those of every page. */
  scripts?: readonly string[]
  styles?: readonly string[]
  /** For search engines. */
  description?: string
  /** Whether whoever opened it as a popup window hears of it again, once it has led back to a page of theirs. */
  keepsOpener?: boolean
}

/** Sends a page that no other site can frame, that runs its own script alone, and that no cache keeps. */
export function sendDocument(response: Response, status: number, document: HtmlDocument): void {
  const style = asset(['page.css', ...(document.styles ?? [])])
  const script = document.scripts && asset(document.scripts)
  response.setHeader('Content-Security-Policy', policy(style, script))
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('Referrer-Policy', 'no-referrer')
  if (document.keepsOpener) response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none')
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${document.description === undefined ? html`<meta name="robots" content="noindex">` : html`<meta name="description" content="${document.description}">`}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${document.title}</title>
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

const assets = new Map<string, Asset>()

/** Read when it is first asked for. */
function asset(names: readonly string[]): Asset {
  const key = names.join()
  const known = assets.get(key)
  if (known) return known
  const text = names.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n')
  const read = { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` }
  assets.set(key, read)
  return read
}

function policy(style: Asset, script: Asset | undefined): string {
  return [
    "default-src 'none'",
    `style-src ${style.source}`,
    "img-src 'self'",
    ...(script ? [`script-src ${script.source}`, "connect-src 'self'"] : []),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
