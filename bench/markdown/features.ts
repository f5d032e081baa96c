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
}

/** How many of the features of `expected` are in `actual`. */
export function compare(actual: string, expected: string): Comparison {
  const [have, want] = [readFeatures(actual), readFeatures(expected)]
  let [found, wanted] = [0, 0]
  for (const kind of Object.keys(want) as (keyof Features)[]) {
    const left = [...have[kind]]
    for (const feature of want[kind]) {
      wanted++
      const at = left.indexOf(feature)
      if (at >= 0) found += left.splice(at, 1).length
    }
  }
  return { found, wanted }
}
