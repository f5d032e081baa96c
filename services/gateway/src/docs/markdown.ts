import { Html, html } from '@gleaner/security/html'

/** Where a link of a document leads; undefined where nobody can follow it. */
export type LinkTarget = (href: string) => string | undefined

/** The Markdown of our own documents as HTML: headings, paragraphs, lists, tables, code, links and emphasis, and no HTML within. */
export function markdownToHtml(markdown: string, target: LinkTarget): Html {
  const lines = markdown.replaceAll(/<!--.*?-->/gs, '').split('\n')
  const blocks: Html[] = []
  for (let at = 0; at < lines.length; ) {
    const rest = lines.slice(at)
    const read = BLOCKS.map((block) => block(rest, target)).find((found) => found !== undefined)
    if (read?.content) blocks.push(read.content)
    at += read?.lines ?? 1
  }
  return html`${blocks}`
}

interface Block {
  lines: number
  content: Html | undefined
}
type BlockReader = (lines: readonly string[], target: LinkTarget) => Block | undefined

const BLOCKS: readonly BlockReader[] = [blank, code, heading, table, list, paragraph]

function blank([line = '']: readonly string[]): Block | undefined {
  return line.trim() === '' ? { lines: 1, content: undefined } : undefined
}

function code(lines: readonly string[]): Block | undefined {
  if (!lines[0]!.startsWith('```')) return undefined
  const end = lines.indexOf('```', 1)
  const last = end === -1 ? lines.length : end
  return { lines: last + 1, content: html`<pre><code>${lines.slice(1, last).join('\n')}</code></pre>\n` }
}

function heading([line = '']: readonly string[], target: LinkTarget): Block | undefined {
  const [, marks, text = ''] = /^(#{1,6}) (.+)$/.exec(line) ?? []
  if (marks === undefined) return undefined
  const tag = new Html(`h${marks.length}`)
  return { lines: 1, content: html`<${tag} id="${slugOf(text)}">${inline(text, target)}</${tag}>\n` }
}

/** As GitHub names a heading's place. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')
}

function table(lines: readonly string[], target: LinkTarget): Block | undefined {
  if (!lines[0]!.startsWith('|') || !/^\|[\s:|-]+$/.test(lines[1] ?? '')) return undefined
  const rows = takeWhile(lines, (line) => line.startsWith('|'))
  const [head = [], , ...body] = rows.map(cellsOf)
  const content = html`<div class="table" tabindex="0"><table><thead><tr>${head.map((cell) => html`<th>${inline(cell, target)}</th>`)}</tr></thead>
<tbody>${body.map((row) => html`<tr>${row.map((cell) => html`<td>${inline(cell, target)}</td>`)}</tr>\n`)}</tbody></table></div>\n`
  return { lines: rows.length, content }
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

const ITEM = /^\s*(?:[-*]|\d+\.) +/

function list(lines: readonly string[], target: LinkTarget): Block | undefined {
  if (!ITEM.test(lines[0]!)) return undefined
  const taken = takeWhile(lines, (line) => ITEM.test(line) || /^\s+\S/.test(line))
  const items: string[] = []
  for (const line of taken) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''))
    else items[items.length - 1] += ` ${line.trim()}`
  }
  const tag = new Html(/^\s*\d/.test(lines[0]!) ? 'ol' : 'ul')
  return {
    lines: taken.length,
    content: html`<${tag}>${items.map((item) => html`<li>${inline(item, target)}</li>\n`)}</${tag}>\n`,
  }
}

function paragraph(lines: readonly string[], target: LinkTarget): Block {
  const taken = [
    lines[0]!,
    ...takeWhile(
      lines.slice(1),
      (line) => line.trim() !== '' && !/^(```|#{1,6} |\|)/.test(line) && !ITEM.test(line),
    ),
  ]
  return { lines: taken.length, content: html`<p>${inline(taken.join(' '), target)}</p>\n` }
}

function takeWhile(lines: readonly string[], goesOn: (line: string) => boolean): string[] {
  const end = lines.findIndex((line) => !goesOn(line))
  return lines.slice(0, end === -1 ? lines.length : end)
}

const INLINE =
  /(?<code>``.+?``|`[^`]+`)|\*\*(?<strong>.+?)\*\*|\[(?<text>(?:`[^`]*`|[^\]])+)\]\((?<href>[^)\s]+)\)/

function inline(text: string, target: LinkTarget): Html {
  const found = INLINE.exec(text)
  if (!found) return html`${text.replaceAll(/\\([<>*_`|[\]])/g, '$1')}`
  const [before, after] = [text.slice(0, found.index), text.slice(found.index + found[0].length)]
  return html`${inline(before, target)}${inlineOf(found.groups!, target)}${inline(after, target)}`
}

function inlineOf(
  { code, strong, text = '', href = '' }: Record<string, string | undefined>,
  target: LinkTarget,
): Html {
  if (code !== undefined) return html`<code>${code.replaceAll(/^`+ ?| ?`+$/g, '')}</code>`
  if (strong !== undefined) return html`<strong>${inline(strong, target)}</strong>`
  const leads = target(href)
  return leads === undefined ? inline(text, target) : html`<a href="${leads}">${inline(text, target)}</a>`
}
