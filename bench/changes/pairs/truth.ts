import { spawnSync } from 'node:child_process'

/** What changed between two versions of a page by w3m, a program that knows nothing of ours. */
export interface Truth {
  /**
   * `text`: what is shown says something else. `address`: only targets of links, or images, do. `passing`: only the order of lines, signs at
   * their ends, dates, times and years of copyright do. `none`: the same words run on, however they are laid out.
   */
  what: 'text' | 'address' | 'passing' | 'none'
  /** Lines that the other version has not as often. */
  removed: string[]
  added: string[]
  /** Words that the page has more often, or less often (below 0), than before. Lines are no measure: w3m sets cells beside each other. */
  words: Map<string, number>
}

export function truthOf(before: string, after: string): Truth {
  const [first, second] = [linesOf(before), linesOf(after)]
  const words = countWords(second, countWords(first, new Map(), -1), 1)
  const lines = { removed: without(first, second), added: without(second, first), words }
  const isSame = (key: (lines: string[]) => string) => key(first) === key(second)
  if (!isSame(letters) && !isSame((all) => letters(all.map(timeless).sort())))
    return { what: 'text', ...lines }
  if (addressesOf(before) !== addressesOf(after)) return { what: 'address', ...lines }
  return { what: isSame(letters) ? 'none' : 'passing', ...lines }
}

/** The title, and the lines that w3m shows, without lines drawn around cells and marks before items. */
function linesOf(html: string): string[] {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1] ?? ''
  const page = html.replace(/<meta[^>]*charset[^>]*>/gi, '')
  const args = [
    '-dump',
    '-T',
    'text/html',
    '-I',
    'UTF-8',
    '-O',
    'UTF-8',
    '-cols',
    '1000',
    '-o',
    'pseudo_inlines=0',
  ]
  const { stdout, status } = spawnSync('w3m', args, {
    input: `<p>${title}</p>${page}`,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error('w3m is missing, or failed: apt-get install w3m')
  return stdout
    .split('\n')
    .map((line) => plain(line.replace(/[\u2500-\u257f]+/g, ' ')).replace(/^(?:[•◦▪□■○●☆★+*-] )+/, ''))
    .filter(Boolean)
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
const letters = (lines: string[]) => lines.join('').replace(/\s/g, '')

const MONTHS = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const TIMES = new RegExp(
  [
    '\\d{4}-\\d\\d?-\\d\\d?(?:[t ]\\d\\d?:\\d\\d(?::\\d\\d)?)?',
    `(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? )?(?:\\d\\d?(?:th|st|nd|rd|\\.)?[ -]${MONTHS}|${MONTHS} \\d\\d?(?:th|st|nd|rd)?),?(?:[ -]\\d{4})?`,
    `${MONTHS},? \\d{4}`,
    '\\d\\d?:\\d\\d(?::\\d\\d)?(?: ?[ap]m)?(?: (?:[+-]\\d{4}|utc|gmt))?',
    '(?:©|\\(c\\)|copyright)[ ,\\d–-]+',
  ].join('|'),
  'gi',
)
const SIGNS = /^[\s:|/>›»·•*–—]+|[\s:|/>›»·•*–—]+$/g
const timeless = (line: string) => line.replace(TIMES, '').replace(SIGNS, '')

/** Adds how often the words of lines are there, without dates and times. */
export function countWords(
  lines: readonly string[],
  counts: Map<string, number>,
  sign: 1 | -1,
): Map<string, number> {
  for (const line of lines)
    for (const word of timeless(line).match(
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[\p{L}\p{M}\p{N}]+/gu,
    ) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + sign)
  return counts
}

function addressesOf(html: string): string {
  return [...html.matchAll(/<(?:a|img|area)\b[^>]*?\s(?:href|src)\s*=\s*["']?([^"'\s>]*)/gi)]
    .map(([, address]) => address)
    .sort()
    .join(' ')
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    if (count > 0) left.set(line, count - 1)
    return count === 0
  })
}
