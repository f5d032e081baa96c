/** What a Markdown text says beside its words, as strings that can be looked for in another. */
export interface Features {
  headings: string[]
  code: string[]
  math: string[]
  notes: string[]
  cells: string[]
  callouts: string[]
  links: string[]
  images: string[]
  emphasis: string[]
  items: string[]
}

export function readFeatures(markdown: string): Features {
  const code: string[] = []
  const prose = markdown.replace(
    /^( *)(`{3,})([^\n`]*)\n([\s\S]*?)\n?^ *\2 *$/gm,
    (_, _indent, _fence, language, text) => {
      code.push(
        `${language.trim().toLowerCase()}\n${String(text).trim()}`
          .replace(/^[ \t]+/gm, '')
          .replace(/[ \t]+/g, ' '),
      )
      return ''
    },
  )
  const math = [...prose.matchAll(/\$\$([\s\S]+?)\$\$|(?<![\w/])\$([^$\n]+?)\$(?!\w)/g)].map((match) =>
    (match[1] ?? match[2]!).replace(/\s+/g, ''),
  )
  const words = prose.replace(/\$\$[\s\S]+?\$\$|(?<![\w/])\$[^$\n]+?\$(?!\w)/g, '')
  return {
    headings: all(words, /^#{1,6} +(.+)$/gm).map(plain),
    code,
    math,
    notes: all(words, /(\[\^[^\]]+\]:?)/g),
    cells: words
      .split('\n')
      .filter((line) => /^\|.*\|$/.test(line) && !/^[|\s:-]+$/.test(line))
      .map(plain),
    callouts: all(words, /^> \[!([\w-]+)\]/gm).map((kind) => kind.toLowerCase()),
    links: all(words, /(?<!!)\[(?:[^[\]]|\[[^\]]*\])*\]\(([^)\s]+)/g).map(address),
    images: all(words, /!\[[^\]]*\]\(([^)\s]+)/g).map(address),
    emphasis: all(words, /(?<![*\\])\*{1,2}([^*\s][^*\n]*?)\*{1,2}(?!\*)/g).map(plain),
    items: all(words, /^ *(?:[-*+]|\d+\.) +(.+)$/gm).map(plain),
  }
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1]!)
}

function plain(text: string): string {
  return text
    .replace(/\\/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/[*_[\]!`|\s]+/g, ' ')
    .trim()
    .toLowerCase()
}

function address(url: string): string {
  return decodeSafely(url)
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
}

function decodeSafely(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

export interface Comparison {
  found: number
  wanted: number
  missing: string[]
  /** F1 of the words. */
  words: number
}

/** How many of the features of `expected` are in `actual`, and how alike the words are. */
export function compare(actual: string, expected: string): Comparison {
  const [have, want] = [readFeatures(actual), readFeatures(expected)]
  const missing: string[] = []
  let wanted = 0
  for (const kind of Object.keys(want) as (keyof Features)[]) {
    const left = [...have[kind]]
    for (const feature of want[kind]) {
      wanted++
      const at = left.indexOf(feature)
      if (at >= 0) left.splice(at, 1)
      else missing.push(`${kind}: ${feature.slice(0, 160)}`)
    }
  }
  return { found: wanted - missing.length, wanted, missing, words: wordF1(actual, expected) }
}

function wordF1(actual: string, expected: string): number {
  const [a, b] = [bag(actual), bag(expected)]
  let common = 0
  for (const [word, count] of a) common += Math.min(count, b.get(word) ?? 0)
  const total = sum(a) + sum(b)
  return total === 0 ? 1 : (2 * common) / total
}

function bag(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function sum(counts: Map<string, number>): number {
  let total = 0
  for (const count of counts.values()) total += count
  return total
}
