import { createHash } from 'node:crypto'
import { Html, html } from '@gleaner/security/html'

const STYLE = `
:root { color-scheme: light dark; --ink: #1b2430; --soft: #5b6675; --line: #dde2e8; --paper: #fff; --ground: #f3f5f7; --accent: #1f6f54; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ebf0; --soft: #9aa6b4; --line: #333c47; --paper: #1a2027; --ground: #11151a; --accent: #3fa37f; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 3rem 1rem; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 36rem; margin: 0 auto; padding: 2.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; }
h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: .75rem 0; }
p:last-child { margin-bottom: 0; }
.soft { color: var(--soft); }
.amount { margin: 1.5rem 0; font-size: 2.5rem; font-weight: 650; line-height: 1.1; font-variant-numeric: tabular-nums; }
.amount small { display: block; margin-top: .4rem; font-size: 1rem; font-weight: 400; color: var(--soft); }
button { width: 100%; padding: .8rem 1rem; border: 0; border-radius: .5rem; background: var(--accent); color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
header { display: flex; justify-content: space-between; gap: 1.5rem; flex-wrap: wrap; margin-bottom: 2rem; }
header p { margin: 0; }
table { width: 100%; border-collapse: collapse; margin: 1.5rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .6rem 0; border-bottom: 1px solid var(--line); text-align: left; font-weight: 400; vertical-align: top; }
th { white-space: nowrap; }
td { text-align: right; overflow-wrap: anywhere; padding-left: 1rem; }
th { color: var(--soft); }
tr.total > * { font-weight: 650; color: var(--ink); border-bottom: 0; font-size: 1.1rem; }
.state { display: inline-block; padding: .1rem .6rem; border: 1px solid currentColor; border-radius: 1rem; font-size: .875rem; color: var(--accent); }
.state.alert { color: #b3452c; }
@media print { :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --ground: #fff; } body { padding: 0; } main { border: 0; padding: 0; max-width: none; } }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

/** Nothing is loaded, nothing runs, no other page shows it in a frame, and only the page's own form is sent. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
} as const

/** A whole page around `content`. */
export function layout(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body><main>${content}</main></body>
</html>
`.text
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function money(cents: number): string {
  return dollars.format(cents / 100)
}

export function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** A day in UTC: `November 22, 2026`. */
export function day(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
