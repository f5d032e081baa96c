import { type Document, type Element, textContent, textContentWithin } from '@gleaner/markup'
import type { Unit } from './unit.ts'

export interface AdvertFinder {
  enter(element: Element): void
  leave(element: Element): void
  /** Whether what is read now is within an advertisement. */
  isWithin(): boolean
  /** The units, with the mark where a label says so. */
  judge(units: Unit[]): Unit[]
}

/** A box that holds more of a page's text than this is what the page is about, however it is called. */
const MOST_SHARE = 0.4
/** Such boxes that are weighed: each costs up to that share of the page. */
const MOST_REFUSED = 10

/** Tells what is an advertisement by how pages mark them, never by whose they are. */
export function createAdvertFinder(root: Document | Element): AdvertFinder {
  const names = new Map<string, boolean>()
  const most = MOST_SHARE * textContent(root).length
  let outermost: Element | undefined
  let refused = 0
  const isMarked = (element: Element): boolean => {
    const key = `${element.attrs.class ?? ''} ${element.attrs.id ?? ''}`
    let known = names.get(key)
    if (known === undefined) {
      known = NAMES.test(toWords(key.slice(0, 300)))
      names.set(key, known)
    }
    return known || hasMark(element)
  }
  const isSmall = (element: Element): boolean => {
    const budget = { left: most }
    textContentWithin(element, budget)
    if (budget.left < 0) refused++
    return budget.left >= 0
  }
  return {
    enter: (element) => {
      if (outermost || refused >= MOST_REFUSED || WHOLE.has(element.tag)) return
      if (isMarked(element) && isSmall(element)) outermost = element
    },
    leave: (element) => {
      if (outermost === element) outermost = undefined
    },
    isWithin: () => outermost !== undefined,
    judge: markLabelled,
  }
}

const WHOLE: ReadonlySet<string> = new Set(['html', 'body', 'main'])

const AD_WORDS =
  'ads?|adverts?|advertisements?|advertising|adsense|adsbygoogle|ad-?slots?|ad-?units?|ad-?banners?|ad-?box|ad-?wrap(?:per)?|ad-?container|dfp|doubleclick|sponsored|promoted|taboola|outbrain'
const NAMES = new RegExp(`-(?:${AD_WORDS})-`)
/** What a layout has or lacks, not what the box is. */
const LAYOUT = /^(?:has|with|without|no|hide|show)[-_]/i

/** A number or a size may stand behind a word (`ad2`, `ad300x250`); what has digits elsewhere is a hash, and no word. */
const NUMBERED = /^([a-z]+)(?:\d+(?:x\d+)?)?$/

function toWords(names: string): string {
  const words = names
    .split(/\s+/)
    .filter((name) => !LAYOUT.test(name))
    .flatMap((name) =>
      name
        .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
        .toLowerCase()
        .split(/[^a-z0-9]+/),
    )
    .map((word) => NUMBERED.exec(word)?.[1] ?? '')
  return `-${words.join('-')}-`
}

/** How people are told that something is an advertisement. */
const LABEL =
  /^(?:advertisement|advertising|advert|ad|ads|sponsored|promoted|paid content|anzeige|werbung|gesponsert|publicité|annonce|sponsorisé|publicidad|anuncio|patrocinado|publicidade|anúncio|pubblicità|sponsorizzato|advertentie|reklama?|reklame|mainos|реклама|広告|广告|廣告|광고)s?\s*:?$/i

function hasMark({ tag, attrs }: Element): boolean {
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
