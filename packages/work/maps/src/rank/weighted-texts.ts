/** What is known of a page. */
export interface Described {
  url: string
  title?: string | undefined
  /** Texts of links to it, each once. */
  texts?: readonly string[] | undefined
  /** Texts of links to places on it. */
  parts?: string | undefined
  description?: string | undefined
}

/** A piece of what is known of a page. */
export interface WeightedText {
  text: string
  /** How much a word in it counts. */
  weight: number
  /** Whether the page is called so. */
  isName: boolean
  /** Whether it goes on where the one before has ended, as folders do. */
  goesOn: boolean
}

const WEIGHTS = {
  name: 1,
  title: 1,
  text: 0.9,
  folder: 0.7,
  host: 0.6,
  parts: 0.5,
  query: 0.5,
  description: 0.5,
} as const

/** Longer texts are cut: words that come late say less. */
const LONGEST_TEXT = 1_000

/** `startHost`: names on it are those of all pages, and say nothing. */
export function weightedTextsOf(
  { url, title, texts, parts, description }: Described,
  startHost: string,
): WeightedText[] {
  const { host, segments, search } = splitUrl(url)
  const pieces: WeightedText[] = []
  const add = (text: string | undefined, weight: number, isName = false, goesOn = false) => {
    if (text) pieces.push({ text: text.slice(0, LONGEST_TEXT), weight, isName, goesOn })
  }
  if (host !== startHost) add(ownLabels(host, startHost), WEIGHTS.host)
  for (const [at, segment] of segments.entries()) {
    const isLast = at === segments.length - 1
    const text = isLast ? withoutEnding(segment) : segment
    add(text, isLast ? WEIGHTS.name : WEIGHTS.folder, isLast, at > 0)
  }
  add(search, WEIGHTS.query)
  for (const part of title?.split(TITLE_GAP) ?? []) add(part, WEIGHTS.title, true)
  for (const text of texts ?? []) add(text, WEIGHTS.text, true)
  add(parts, WEIGHTS.parts)
  add(description, WEIGHTS.description)
  return pieces
}

/** Between the name of a page and that of its site, whichever goes first. */
const TITLE_GAP = /\s+[—–|·»«•:-]+\s+|:\s+/

interface UrlParts {
  host: string
  segments: string[]
  search: string
}

/** The parts of an absolute address without the parser's cost; it has been parsed before. */
function splitUrl(url: string): UrlParts {
  const start = url.indexOf('//') + 2
  const fragment = url.indexOf('#', start)
  const whole = fragment < 0 ? url : url.slice(0, fragment)
  const question = whole.indexOf('?', start)
  const beforeQuery = question < 0 ? whole : whole.slice(0, question)
  const slash = beforeQuery.indexOf('/', start)
  const host = slash < 0 ? beforeQuery.slice(start) : beforeQuery.slice(start, slash)
  const path = slash < 0 ? '' : beforeQuery.slice(slash + 1)
  return {
    host,
    segments: withoutIndex(decoded(path).split('/').filter(Boolean)),
    search: question < 0 ? '' : decoded(whole.slice(question + 1)),
  }
}

/** An index page is called as its folder. */
function withoutIndex(segments: string[]): string[] {
  return segments.length > 1 && INDEX.test(segments.at(-1)!) ? segments.slice(0, -1) : segments
}

const INDEX = /^(?:index|default)\.[a-z]{2,5}$/i

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `docs` of `docs.example.com` on the site `example.com`. */
function ownLabels(host: string, startHost: string): string {
  const site = startHost.replace(/^www\./, '')
  return host.endsWith(`.${site}`) ? host.slice(0, -site.length - 1) : host
}

/** `.html` and the like say nothing. */
function withoutEnding(segment: string): string {
  return segment.replace(/\.(?:[a-z]?html?|php\d?|aspx?|jsp|md|cfm)$/i, '')
}
