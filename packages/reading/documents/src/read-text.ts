import { type Block, plainText } from '@gleaner/formats'
import { decodeBody, type Element } from '@gleaner/markup'
import { element, page, withBreaks } from './build-page.ts'
import type { DocumentResult } from './document-result.ts'
import { scanMarkdown } from './scan-markdown.ts'

/** Languages of text types that are code, for the fence around them. */
const CODE_TYPES: [pattern: RegExp, language: string][] = [
  [/javascript|ecmascript/, 'javascript'],
  [/typescript/, 'typescript'],
  [/css/, 'css'],
  [/yaml/, 'yaml'],
  [/toml/, 'toml'],
  [/x-sh|x-shellscript/, 'sh'],
  [/sql/, 'sql'],
  [/php/, 'php'],
  [/python/, 'python'],
  [/x-c(?:\+\+)?(?:src|hdr)?$/, 'c'],
  [/x-java/, 'java'],
  [/graphql/, 'graphql'],
]

/** Plain text: paragraphs at empty lines, lines kept. Code and laid out text stay as they are. */
export async function readText(bytes: Uint8Array, type: string): Promise<DocumentResult> {
  const { text } = decodeBody(bytes, type)
  const language = CODE_TYPES.find(([pattern]) => pattern.test(type))?.[1]
  const content = language !== undefined || isLaidOut(text) ? [code(text, language)] : paragraphs(text)
  return {
    ok: true,
    kind: 'other',
    document: page(undefined, content),
    metadata: {},
    source: text,
    ocrUsed: false,
  }
}

/** Markdown stays as it is written; its headings, code and paragraphs are found for the formats that need them. */
export async function readMarkdown(bytes: Uint8Array, type: string): Promise<DocumentResult> {
  const { text } = decodeBody(bytes, type)
  const markdown = scanMarkdown(text)
  const title = markdown.spans.find(({ block }) => block.type === 'heading')?.block
  const heading = title?.type === 'heading' ? plainText(title.content) : undefined
  return {
    ok: true,
    kind: 'other',
    document: page(
      heading,
      markdown.spans.map(({ block }) => toElement(block)),
    ),
    ...(heading && { title: heading }),
    markdown,
    metadata: {},
    source: text,
    ocrUsed: false,
  }
}

function toElement(block: Block): Element {
  if (block.type === 'heading') return element(`h${block.level}`, {}, plainText(block.content))
  if (block.type === 'code') return code(block.text, block.language || undefined)
  return element('p', {}, withBreaks(block.type === 'paragraph' ? plainText(block.content) : ''))
}

function code(text: string, language: string | undefined): Element {
  return element('pre', {}, element('code', language ? { class: `language-${language}` } : {}, text))
}

function paragraphs(text: string): Element[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n+/)
    .map((part) => part.trimEnd().replace(/^\n+/, ''))
    .filter((part) => part !== '')
    .map((part) => element('p', {}, withBreaks(part)))
}

/** Text whose columns or indentation carry meaning: logs, tables, listings. */
function isLaidOut(text: string): boolean {
  const lines = text
    .slice(0, 50_000)
    .split('\n')
    .filter((line) => line.trim() !== '')
  const shaped = lines.filter((line) => /^(?: {4,}|\t)\S|\S {3,}\S|\S\t+\S|[│┃|┌└├─═]{2}/.test(line)).length
  return lines.length > 3 && shaped > lines.length * 0.3
}
