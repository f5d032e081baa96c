import { readBlockPageText, SENTENCE_END, withoutQuotes } from './block-page-text.ts'
import { DENIED, ORDERED } from './block-page-words.ts'
import type { BlockRule } from './block-rule.ts'
import { FILED, LABELS, NETWORK, WAY_THERE, WEAK_DENIAL } from './network-filter-words.ts'
import type { PageFeatures } from './page-features.ts'
import type { TargetResponse } from './verdict.ts'

/** Longest text (characters), and most of what else a page of a filter has: it has no site of its own to lead through. */
const MAX_TEXT = 1_500
const MAX_LINKS = 5
const MAX_HEADINGS = 4
const MAX_FIELDS = 3
/** The same where its first lines tell the visitor what is kept from him and why: what follows may explain at length. */
const LONG = { text: 4_000, links: 15, headings: 12, opening: 800 }

const WITHHELD: BlockRule = {
  id: 'network-filter',
  by: 'network-filter',
  wall: 'refusal',
  detail: 'A filter of the network withholds the page',
}
const PORTAL: BlockRule = {
  id: 'network-portal',
  by: 'network-filter',
  wall: 'login',
  detail: 'The network wants a login before it lets anybody through',
}

/**
 * A page that a network shows in place of the one asked for: of a proxy, a provider, a company, a state, or of a guest
 * network. Whoever built it, it is short and leads nowhere, and what it is about is the address that was asked for, how
 * that is filed, or whose order keeps it.
 */
export function findNetworkFilter(response: TargetResponse, page: PageFeatures): BlockRule | undefined {
  if (!page.isWhole) return undefined
  if (opensWithRefusal(page)) return WITHHELD
  if (page.text.length > MAX_TEXT || page.links > MAX_LINKS) return undefined
  if (page.headings > MAX_HEADINGS || page.fields.length > MAX_FIELDS) return undefined
  if (isPortal(response, page)) return PORTAL
  if (page.fields.includes('password')) return undefined
  if (page.text === '') return framesPrivateAddress(page) ? WITHHELD : undefined
  return isWithheld(response, page) ? WITHHELD : undefined
}

/** A line says that the page is withheld, and a sentence beside it that the visitor was on the way there, and by whose order it is. */
function opensWithRefusal(page: PageFeatures): boolean {
  if (page.text.length > LONG.text || page.links > LONG.links || page.headings > LONG.headings) return false
  if (page.fields.includes('password')) return false
  const opening = withoutQuotes(page.lines.slice(0, LONG.opening))
  const saysWhy = opening
    .split(SENTENCE_END)
    .some(
      (sentence) =>
        WAY_THERE.test(sentence) && isRefusal(sentence) && (ORDERED.test(sentence) || FILED.test(sentence)),
    )
  if (!saysWhy) return false
  page.blockText ??= readBlockPageText(page.title, page.lines)
  return page.blockText.withheld && page.blockText.share >= 0.4
}

function isRefusal(text: string): boolean {
  return DENIED.test(text.replace(WEAK_DENIAL, ' '))
}

/** A form that sends the visitor on to the address that was asked for, once the network knows who it is. */
function isPortal({ requestedUrl, finalUrl }: TargetResponse, page: PageFeatures): boolean {
  const asked = requestedUrl ?? finalUrl
  return (
    page.text.length <= 700 && NETWORK.test(`${page.title} ${page.text}`) && returnsTo(asked, page.markup)
  )
}

/** A hidden field of a form holds the address. */
function returnsTo(asked: string, markup: string): boolean {
  const at = [asked, encodeURIComponent(asked)].map((address) => markup.indexOf(`value="${address}"`))
  return at.some(
    (found) => found > 0 && markup.slice(markup.lastIndexOf('<', found), found).includes('hidden'),
  )
}

/** Nothing but a frame of a machine in the network itself. */
function framesPrivateAddress({ markup, shown }: PageFeatures): boolean {
  return (
    shown.iframes === 1 &&
    /<iframe\b[^>]{0,200}\bsrc=["']?https?:\/\/(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)\d/i.test(
      markup,
    )
  )
}

/** Each row is one way in which such pages say it, the plainer the less else may stand there. */
function isWithheld(response: TargetResponse, page: PageFeatures): boolean {
  page.blockText ??= readBlockPageText(page.title, page.lines)
  const { share, letters, denied, withheld, suspected } = page.blockText
  if (share === 0) return false
  const lines = withoutQuotes(page.lines)
  const isDenied = denied && isRefusal(lines)
  const names = namesAsked(response, `${page.title} ${lines}`)
  if (!names && isHeadline(page.title)) return false
  const isAskedFor = names || WAY_THERE.test(lines)
  const isOrdered = ORDERED.test(page.lines)
  // The address and what is known of it, line by line.
  if (isDenied && share >= 0.4 && isAskedFor && countLabels(page.lines) >= 2) return true
  if (isDenied && names && letters <= 400 && (share >= 0.5 || (withheld && share >= 0.25))) return true
  if (isDenied && names && withheld && letters <= 650 && share >= 0.6) return true
  // One sentence that the page is kept back.
  if (isDenied && withheld && letters <= 160 && share >= 0.5) return true
  // By whose order, at more length.
  if (isDenied && isOrdered && withheld && share >= 0.25 && letters <= 700) return true
  if (denied && isOrdered && isAskedFor && letters <= 650 && share >= (isDenied ? 0.45 : 0.7)) return true
  if (isDenied && isOrdered && isAskedFor && letters <= 1_100 && share >= 0.6) return true
  if (denied && isOrdered && letters <= 300 && share >= 0.85) return true
  // The visitor is warned, and may go on.
  return names && suspected && FILED.test(lines) && WAY_THERE.test(lines) && letters <= 300 && share >= 0.6
}

/** Reports on such a page tell after a colon what it is about; a filter tells there in two words that it is kept back. */
function isHeadline(title: string): boolean {
  const about = /^.{3,60}?[^:\s]:\s+(\S+\s+\S.*)/s.exec(title)?.[1]
  return about !== undefined && !(about.trim().split(/\s+/).length <= 2 && DENIED.test(about))
}

/** Whether the text names the host that was asked for. */
function namesAsked({ requestedUrl, finalUrl }: TargetResponse, text: string): boolean {
  const host = URL.parse(requestedUrl ?? finalUrl)?.hostname.replace(/^www\./, '')
  return host !== undefined && host !== '' && text.toLowerCase().includes(host)
}

/** Lines that begin with what they tell, as `Category: games`; each kind once. */
function countLabels(lines: string): number {
  const found = new Set<string>()
  for (const [, label] of lines.matchAll(LABELS)) found.add(label!.toLowerCase())
  return found.size
}
