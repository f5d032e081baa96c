import { MAIL_STYLE } from './mail-style.ts'
import type { SentMail } from './mailer.ts'

const CONTROLS = /[\x00-\x1f\x7f\u2028\u2029]+/g

/** The message as nodemailer composes it. `id` makes the same message of each attempt to send it. */
export function composeMail(from: string, { id, to, subject, text }: SentMail) {
  return {
    messageId: `<${id}@${domainOf(from)}>`,
    from,
    // As an object: never parsed for further addresses.
    to: { name: '', address: to },
    // A line feed would begin a header of its own.
    subject: subject.replaceAll(CONTROLS, ' '),
    text: withLineEnds(text),
    html: withLineEnds(htmlOf(subject, text)),
    // RFC 3834: no answer by machines.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function domainOf(from: string): string {
  return /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
}

/** nodemailer's quoted-printable sees the ends of lines by CRLF alone, and would break links in two, which people read in MAIL_DIR. */
function withLineEnds(text: string): string {
  return text.replaceAll(/\r?\n/g, '\r\n')
}

const LINK = /https?:\/\/[^\s<>"']+/g
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** The text as a card, in the colours of our pages. */
function htmlOf(subject: string, text: string): string {
  const paragraphs = text.trim().split(/\n{2,}/)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject.replaceAll(CONTROLS, ' '))}</title>
<style>
${MAIL_STYLE}</style>
</head>
<body>
<div class="card">
<p class="brand">Gleaner</p>
${paragraphs.map((paragraph) => `<p>${linked(paragraph).replaceAll('\n', '<br>\n')}</p>\n`).join('')}</div>
</body>
</html>
`
}

function linked(text: string): string {
  let html = ''
  let from = 0
  for (const { 0: url, index } of text.matchAll(LINK)) {
    html += `${escaped(text.slice(from, index))}<a href="${escaped(url)}">${escaped(url)}</a>`
    from = index + url.length
  }
  return html + escaped(text.slice(from))
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!)
}
