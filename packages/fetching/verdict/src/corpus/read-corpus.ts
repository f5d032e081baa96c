import { readdirSync, readFileSync } from 'node:fs'
import type { Mode } from '@gleaner/contracts'
import type { TargetResponse, Verdict } from '../verdict.ts'
import { prose } from './prose.ts'

/** One labelled response of the corpus. */
export interface LabelledResponse {
  id: string
  /** The file it stands in, without extension. */
  family: string
  expected: Expected
  /** Where the page is described or recorded. */
  source: string
  response: TargetResponse
}

export interface Expected {
  kind: Verdict['kind']
  /** Vendor of a block page; `any` when no page could tell. */
  by?: string
  /** Whether a visitor can get past it. */
  challenge?: boolean
}

/** The labelled responses beside this file: what the rules were made with. */
export const readCorpus = (): LabelledResponse[] => readLabelled(new URL('./', import.meta.url))

/** The labelled responses that were written without a look at the rules, and judged before any rule was changed. */
export const readHeldOut = (): LabelledResponse[] => readLabelled(new URL('../held-out/', import.meta.url))

/**
 * Reads the labelled responses of a folder, which stand there as text in the form of recorded HTTP messages:
 *
 *     === id :: expected verdict :: source
 *     url: https://...          (and `asked:`, `mode:`, `rendered:`, `overflow:`, when they matter)
 *     HTTP/1.1 403 Forbidden
 *     Header: value
 *
 *     body
 *
 * `{{words 300 seed}}` in a body stands for that many words of plain prose, `base64:` for bytes.
 */
function readLabelled(folder: URL): LabelledResponse[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.http'))
  return files
    .sort()
    .flatMap((file) => readFamily(file.replace(/\.http$/, ''), readFileSync(new URL(file, folder), 'utf8')))
}

function readFamily(family: string, text: string): LabelledResponse[] {
  const entries = text.split(/^=== /m).slice(1)
  return entries.map((entry) => readEntry(family, entry))
}

function readEntry(family: string, entry: string): LabelledResponse {
  const [head = '', ...rest] = entry.split('\n')
  const [id = '', expected = '', source = ''] = head.split(' :: ').map((part) => part.trim())
  const at = rest.findIndex((line) => line.startsWith('HTTP/'))
  const end = rest.indexOf('', at)
  const status = Number(rest[at]?.split(' ')[1])
  if (!id || !source || !status || end < 0)
    throw new Error(`${family}: entry "${head.slice(0, 60)}" is not complete`)
  const given = fields(rest.slice(0, at))
  return {
    id,
    family,
    source,
    expected: readExpected(expected),
    response: {
      status,
      headers: fields(rest.slice(at + 1, end)),
      body: readBody(
        rest
          .slice(end + 1)
          .join('\n')
          .replace(/(?<!\n)\n+$/, ''),
      ),
      finalUrl: given.url ?? 'https://www.example.com/some/page',
      requestedUrl: given.asked ?? given.url ?? 'https://www.example.com/some/page',
      mode: given.mode as Mode | undefined,
      rendered: given.rendered === 'yes',
      overflow: given.overflow === 'yes',
    },
  }
}

function readExpected(text: string): Expected {
  const [kind, by, challenge] = text.split(' ')
  return {
    kind: kind as Expected['kind'],
    ...(by !== undefined && { by }),
    ...(kind === 'blocked' && { challenge: challenge === 'challenge' }),
  }
}

function fields(lines: string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

function readBody(text: string): Buffer {
  if (text.startsWith('base64:')) return Buffer.from(text.slice('base64:'.length), 'base64')
  return Buffer.from(
    text.replace(/\{\{words (\d+) (\w+)\}\}/g, (_, count, seed) => prose(Number(count), seed)),
  )
}
