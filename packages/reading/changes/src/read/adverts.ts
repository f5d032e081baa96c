import type { Element } from '@gleaner/markup'
import type { Unit } from './unit.ts'

export interface AdvertFinder {
  enter(element: Element): void
  leave(element: Element): void
  /** Whether what is read now is within an advertisement. */
  isWithin(): boolean
  /** The units, without the mark where it covers so much that it cannot be right. */
  judge(units: Unit[]): Unit[]
}

/** An advertisement that holds more of a page's text than this is what the page is about. */
const MOST_SHARE = 0.4

/** Tells what is an advertisement by how pages mark them, never by whose they are. */
export function createAdvertFinder(): AdvertFinder {
  const names = new Map<string, boolean>()
  let outermost: Element | undefined
  const isAdvert = (element: Element): boolean => {
    const { attrs } = element
    const key = `${attrs.class ?? ''} ${attrs.id ?? ''}`
    let known = names.get(key)
    if (known === undefined) {
      known = NAMES.test(toWords(key.slice(0, 300)))
      names.set(key, known)
    }
    return known || isMarked(element)
  }
  return {
    enter: (element) => {
      if (!outermost && element.tag !== 'body' && element.tag !== 'html' && isAdvert(element))
        outermost = element
    },
    leave: (element) => {
      if (outermost === element) outermost = undefined
    },
    isWithin: () => outermost !== undefined,
    judge: (units) => {
      const marked = markLabelled(units)
      const size = (some: readonly Unit[]) =>
        some.reduce((sum, { kind, text }) => sum + (kind === 'text' ? text.length : 0), 0)
      const share = size(marked.filter((unit) => unit.isAdvert)) / Math.max(1, size(marked))
      return share <= MOST_SHARE ? marked : units.map((unit) => ({ ...unit, isAdvert: false }))
    },
  }
}

const AD_WORDS =
  'ads?|adverts?|advertisements?|advertising|adsense|adsbygoogle|ad-?slots?|ad-?units?|ad-?banners?|ad-?box|ad-?wrap(?:per)?|ad-?container|dfp|doubleclick|sponsored|promoted|taboola|outbrain'
const NAMES = new RegExp(`-(?:${AD_WORDS})-`)
/** What a layout has or lacks, not what the box is. */
const LAYOUT = /^(?:has|with|without|no|hide|show)[-_]/i

function toWords(names: string): string {
  const words = names
    .split(/\s+/)
    .filter((name) => !LAYOUT.test(name))
    .map((name) =>
      name
        .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
        .toLowerCase()
        .replace(/[^a-z]+/g, '-'),
    )
  return `-${words.join('-')}-`
}

/** How people are told that something is an advertisement. */
const LABEL =
  /^(?:advertisement|advertising|advert|ad|ads|sponsored|promoted|paid content|anzeige|werbung|gesponsert|publicité|annonce|sponsorisé|publicidad|anuncio|patrocinado|publicidade|anúncio|pubblicità|sponsorizzato|advertentie|reklama?|reklame|mainos|реклама|広告|广告|廣告|광고)s?\s*:?$/i

function isMarked({ tag, attrs }: Element): boolean {
  if (tag === 'ins' && (attrs.class ?? '').includes('ads')) return true
  if (
    attrs['data-ad'] !== undefined ||
    attrs['data-ad-slot'] !== undefined ||
    attrs['data-ad-unit'] !== undefined
  )
    return true
  const label = attrs['aria-label']
  if (label !== undefined && LABEL.test(label.trim().slice(0, 40))) return true
  return tag === 'a' && /\bsponsored\b/i.test(attrs.rel ?? '')
}

/** What follows the word "Advertisement" within the same item or box is one. */
function markLabelled(units: Unit[]): Unit[] {
  let label: Unit | undefined
  return units.map((unit) => {
    if (unit.kind === 'text' && LABEL.test(unit.text.slice(0, 40))) label = unit
    const belongs =
      label && (unit === label || (unit.group >= 0 && unit.group === label.group && unit.item === label.item))
    if (!belongs) label = undefined
    return belongs && !unit.isAdvert ? { ...unit, isAdvert: true } : unit
  })
}
