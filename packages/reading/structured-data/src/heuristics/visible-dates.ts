import { closest, ELEMENT, type Element } from '@gleaner/markup'
import { DAY_MS } from '@gleaner/runtime/units'
import { type DateOptions, findDates, parseDate } from '@gleaner/values'
import { oncePerPage } from '../page-index/once-per-page.ts'
import type { PageIndex, Placed } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import type { Headline } from './headline.ts'
import { isPast } from './is-past.ts'

const MODIFIED =
  /updat|modif|aktualisier|edited|revis|actualiz|mis à jour|\bmaj\b|geändert|gewijzigd|bijgewerkt|uppdater|opdater|oppdater|päivitetty|zaktual|aktualiz|обновл|ενημερ|تحديث|עודכן|diperbarui|cập nhật|оновлено|izmen|güncel|frissít|更新|수정|\bstand:/i
const PUBLISHED =
  /publi|posted|post-?date|entry-?date|article-?date|veröffentlicht|erschienen|erstellt|created|issued|released|date-?time|pubdate|dateline|byline|timestamp|post-?meta|entry-?meta|meta__date|news-?date|datum|fecha|submitted|on-?date|dato|publicad|publié|pubblicato|geplaatst|publicerad|опублик|опублік|публикув|publikov|zveřejn|megjelen|julkaist|avaldat|paskelb|objavlj|δημοσ|نشر|انتشار|פורסם|प्रकाशित|প্রকাশ|เผยแพร่|ngày đăng|terbit|tayang|opublikowan|yayın|発行|公開|発売|发布|發布|게시|등록|입력/i
const SAYS_PUBLISHED = /publi(?!c-)|posted|created|veröffentlicht|erstellt|erschienen|公開|发布|게시/i
const DATE_NAME =
  /date|datum|fecha|time|publish|posted|pubdate|meta|byline|dateline|info|submitted|created|updated|modif|timestamp/
const OTHER_NAME =
  /comment|reply|related|copyright|teaser|card\b|upcoming|event|joined|member|birth|profile|deadline|expire|countdown/
/** Words beside a date that is not the page's own. */
const OTHER_WORDS =
  /©|copyright|all rights|joined|since|deadline|expires|valid|born|effective|until|event|conference|webinar|copyright|vom \d|bis \d/i
/** Names that only the page's own date has, wherever it stands. */
const OWN_NAME = /(?:^|[\s_-])(?:single-?post|article|entry|post|page)[_-](?:published|date)(?:$|[\s_-])/
/** How near to the headline, in elements, a date is the page's own however many there are like it. */
const UNDER_HEADLINE = 40
const TEASERS = 3
/** Longest text that is a label, and how far before its date, in elements, it stands. */
const LABEL_CHARS = 40
const LABEL_APART = 6
/** How far a day in UTC and the day that is shown may lie apart. */
const MOST_APART_MS = 2 * DAY_MS
const HAS_DATE = /(?:19|20)\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2}\b|[年월]/
/** How many elements of each kind are looked at. */
const MOST = { times: 200, named: 300, texts: 400 }

export interface VisibleDates {
  published?: string
  modified?: string
}

interface Candidate {
  date: string
  score: number
  modified: boolean
  /** Nothing says that it is the date of something else. */
  isOwn: boolean
  /** Tag and class of the date's element; the dates of teasers share them. */
  kind: string
  distance: number
}

interface Search {
  index: PageIndex
  candidates: Candidate[]
  headline: Headline | undefined
  options: DateOptions
}

/** The dates that the page shows for its own content: `<time>`, elements named for it and short lines, near the headline first. */
export const findVisibleDates = oncePerPage(readVisibleDates)

function readVisibleDates(index: PageIndex, headline: Headline | undefined): VisibleDates {
  const search: Search = { index, candidates: [], headline, options: index.dates }
  for (const placed of index.times.slice(0, MOST.times)) considerTime(search, placed)
  considerNamed(search, index.marked.filter(({ names }) => DATE_NAME.test(names)).slice(0, MOST.named))
  considerTexts(search)
  const dates = best(withoutTeasers(search.candidates))
  return dates.published || dates.modified ? dates : onlyDate(search)
}

function considerTime(search: Search, placed: Placed): void {
  const { attrs } = placed.node
  const text = shortText(placed.node, 80)
  const date = timeOf(attrs.datetime, text, search.options)
  if (!date) return
  const label = labelBefore(search, placed)
  const pubdate = attrs.pubdate === undefined ? '' : ' pubdate'
  const context = `${placed.names} ${label || namesAround(placed)} ${text}${pubdate}`
  consider(search, placed, date, context, 2, label || context)
}

/** The moment in `datetime`, unless the text shows another day: what readers see is no left-over of a template. */
function timeOf(datetime: string | undefined, text: string, options: Search['options']): string | undefined {
  const shown = parseDate(text, options)
  const declared = datetime && parseDate(datetime, options)
  if (!declared || !shown) return declared || shown
  return Math.abs(Date.parse(declared.slice(0, 10)) - Date.parse(shown.slice(0, 10))) > MOST_APART_MS
    ? shown
    : declared
}

/** Name and text of the element around one that has no label of its own. */
function namesAround({ node }: Placed): string {
  const { parent } = node
  if (parent?.type !== ELEMENT) return ''
  const isAlone = parent.children.every(
    (child) => child === node || child.type !== ELEMENT || child.tag !== 'time',
  )
  return isAlone ? `${(parent.attrs.class ?? '').toLowerCase()} ${shortText(parent, 60)}` : ''
}

/** The label right before an element (`Published:`); empty where another date or a longer text stands there. */
function labelBefore({ index: { texts } }: Search, { order }: Placed): string {
  let [low, high] = [0, texts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (texts[middle]!.order < order) low = middle + 1
    else high = middle
  }
  // A text of the parent may stand behind the element, or before it with a lower number of its own.
  const before = texts[low - 1]
  return before && order - before.order <= LABEL_APART && isLabel(before.value) ? before.value : ''
}

function isLabel(text: string): boolean {
  return text.length < LABEL_CHARS && (MODIFIED.test(text) || PUBLISHED.test(text))
}

function considerNamed(search: Search, elements: readonly Placed[]): void {
  for (const placed of elements) {
    const text = placed.node.attrs.content ?? shortText(placed.node, 160)
    if (!HAS_DATE.test(text) && !/\d/.test(placed.node.attrs.content ?? '')) continue
    considerLine(search, placed, text, placed.names)
  }
}

function considerTexts(search: Search): void {
  let judged = 0
  const { texts } = search.index
  for (let at = 0; at < texts.length && judged < MOST.texts; at++) {
    const { node, value, order, outside } = texts[at]!
    if (value.length > 120 || !HAS_DATE.test(value)) continue
    judged += 1
    // A label in the element before (`Published:`, `Updated`) belongs to the line.
    const label = at > 0 && isLabel(texts[at - 1]!.value) ? `${texts[at - 1]!.value} ` : ''
    const parent = node.parent?.type === ELEMENT ? node.parent : undefined
    const names = (parent?.attrs.class ?? '').toLowerCase()
    const place = { order, outside, names, node: parent }
    considerLine(search, place, `${label}${value}`, '')
  }
}

/** The one day that the page's own content shows, in a line of its own, wherever it stands. */
function onlyDate({ candidates }: Search): VisibleDates {
  const own = candidates.filter(({ isOwn }) => isOwn)
  const days = new Set(own.map(({ date }) => date.slice(0, 10)))
  return days.size === 1 && own.every(({ modified }) => !modified) ? { published: own[0]!.date } : {}
}

type Place = Pick<Placed, 'order' | 'outside' | 'names'> & { node?: Element | undefined }

function kindOf({ tag, attrs }: Element): string {
  return attrs.class || tag === 'time' ? `${tag} ${attrs.class ?? ''}` : ''
}

/** A line with one date, or with the published and the updated one. */
function considerLine(search: Search, place: Place, text: string, names: string): void {
  const found = findDates(text, search.options)
  if (found.length === 0 || found.length > 3) return
  // The day of a photograph.
  if (place.node && closest(place.node, 'figcaption')) return
  const density = text.length < 30 ? 0.7 : text.length < 60 ? 0.3 : -0.7
  if (found.length === 1) {
    consider(search, place, found[0]!.date, `${names} ${text}`, density)
    return
  }
  found.forEach(({ date, index }, at) => {
    const before = text.slice(at === 0 ? 0 : found[at - 1]!.index + 6, index)
    consider(
      search,
      place,
      date,
      at === 0 ? `${names.replace(MODIFIED, '')} ${before}` : before,
      at === 0 ? density : density - 0.5,
    )
  })
}

/** `role`: what says whether the date is that of publication or of a change. */
function consider(
  search: Search,
  place: Place,
  date: string,
  context: string,
  bonus: number,
  role = context,
): void {
  if (!isPast(date)) return
  const modified = MODIFIED.test(role) && !SAYS_PUBLISHED.test(role)
  search.candidates.push({
    date,
    score: scoreOf(place, context, search.headline) + bonus,
    modified,
    isOwn: !place.outside && !OTHER_NAME.test(place.names) && !OTHER_WORDS.test(context),
    kind: place.node ? kindOf(place.node) : '',
    distance: search.headline ? place.order - search.headline.order : place.order,
  })
}

function scoreOf({ outside, names, order }: Place, context: string, headline: Headline | undefined): number {
  let score = PUBLISHED.test(context) ? 1.5 : 0
  if (OTHER_NAME.test(names)) score -= 2
  if (OTHER_WORDS.test(context)) score -= 2
  if (!headline) return score - Math.min(order / 400, 1) - (outside ? 3 : 0)
  const distance = order - headline.order
  // Right under the headline stands the article's own date, whatever its box is called.
  if (outside) score -= OWN_NAME.test(names) || (distance > 0 && distance < UNDER_HEADLINE) ? 1 : 3
  if (distance < 0) return score + (distance > -45 ? 0.8 : -1.5)
  return score + (distance < 60 ? 1.5 - distance / 200 : distance < 200 ? 0.3 : -1)
}

/** Three dates in elements of one name, away from the headline, are those of other pages. */
function withoutTeasers(candidates: readonly Candidate[]): Candidate[] {
  const days = new Map<string, Set<string>>()
  for (const { kind, date } of candidates) {
    const known = days.get(kind)
    if (known) known.add(date)
    else days.set(kind, new Set([date]))
  }
  return candidates.filter(
    ({ kind, distance }) =>
      kind === '' || Math.abs(distance) < UNDER_HEADLINE || days.get(kind)!.size < TEASERS,
  )
}

function best(candidates: readonly Candidate[]): VisibleDates {
  const pick = (modified: boolean) =>
    candidates
      .filter((candidate) => candidate.modified === modified && candidate.score > 0.5)
      .reduce<Candidate | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined)
  const [published, changed] = [pick(false), pick(true)]
  return {
    ...(published ? { published: published.date } : {}),
    ...(changed ? { modified: changed.date } : {}),
  }
}
