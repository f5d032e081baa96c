import { decodeBody } from '@gleaner/markup'
import { decodeAttributeReferences, decodeReferences, readAttributes, scanMarkup } from '@gleaner/markup/scan'
import { MEGABYTE } from '@gleaner/runtime/units'

/** What a map needs of a page. */
export interface PageLinks {
  title?: string | undefined
  description?: string | undefined
  /** Absolute http(s) addresses as they stand there, without fragments. */
  links: PageLink[]
}

export interface PageLink {
  url: string
  /** What leads to it. */
  text: string
  /** It leads to a place on the page (`#install`). */
  isPart?: true
}

/** Larger pages are cut: scanning so much takes some 20 ms at worst. */
export const MAX_PAGE_BYTES = 2 * MEGABYTE
const MOST_LINKS = 20_000
const LONGEST_TEXT = 300

/** Reads title, description and links off a page of HTML, in time linear to its length. */
export function readLinks(bytes: Uint8Array, contentType: string | undefined, pageUrl: string): PageLinks {
  const page: PageLinks = { links: [] }
  let base = pageUrl
  let open: PageLink | undefined
  let socialDescription: string | undefined

  const add = (href = '', text = ''): PageLink | undefined => {
    const url = addressOf(href, base)
    if (url === undefined) return undefined
    const link: PageLink = { url, text, ...(href.includes('#') && { isPart: true }) }
    page.links.push(link)
    return link
  }
  const end = () => {
    if (open) open.text = tidied(open.text)
    open = undefined
  }

  scanMarkup(decodeBody(bytes.subarray(0, MAX_PAGE_BYTES), contentType).text, {
    open(tag, attributes) {
      switch (tag) {
        case 'a':
          end()
          open = add(readAttributes(attributes).href)
          break
        case 'area': {
          const { href, alt = '' } = readAttributes(attributes)
          add(href, tidied(alt))
          break
        }
        case 'img':
          if (open && open.text.length < LONGEST_TEXT) open.text += ` ${readAttributes(attributes).alt ?? ''}`
          break
        case 'base':
          if (base === pageUrl) base = addressOf(readAttributes(attributes).href ?? '', pageUrl) ?? pageUrl
          break
        case 'frame':
          add(readAttributes(attributes).src)
          break
        case 'link': {
          const { rel = '', href } = readAttributes(attributes)
          if (LINKED.test(rel)) add(href)
          break
        }
        case 'meta': {
          const { name, property, content = '', 'http-equiv': equiv } = readAttributes(attributes)
          if (name?.toLowerCase() === 'description') page.description ??= tidied(content) || undefined
          if (property?.toLowerCase() === 'og:description') socialDescription ??= tidied(content) || undefined
          if (equiv?.toLowerCase() === 'refresh') add(REFRESH.exec(content)?.[1])
          break
        }
      }
    },
    close(tag) {
      if (tag === 'a') end()
    },
    text(text) {
      if (open && open.text.length < LONGEST_TEXT) open.text += text
    },
    raw(tag, _attributes, content) {
      if (tag === 'title') page.title ??= tidied(content) || undefined
    },
    isDone: () => page.links.length >= MOST_LINKS,
  })
  end()
  page.description ??= socialDescription
  return page
}

/** Relations that lead to another page of a site. */
const LINKED = /(?:^|\s)(?:next|prev|alternate|canonical)(?:\s|$)/i
const REFRESH = /^\s*\d+(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?['"]?([^'"\s]+)/i

/** Undefined for what is no page: another scheme, a place on the page itself. */
function addressOf(written: string, base: string): string | undefined {
  const href = decodeAttributeReferences(written).trim()
  if (href === '' || href.startsWith('#') || OTHER_SCHEME.test(href)) return undefined
  const url = URL.parse(href, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  url.hash = ''
  if (url.username !== '' || url.password !== '') return undefined
  return url.href
}

const OTHER_SCHEME = /^(?:javascript|mailto|tel|data|blob|about):/i

function tidied(text: string): string {
  return decodeReferences(text.slice(0, 4 * LONGEST_TEXT))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_TEXT)
    .toWellFormed()
}
