import { ELEMENT, type Element } from '@gleaner/markup'
import { findDates, parseDate } from '@gleaner/values'
import { oncePerPage } from '../page-index/once-per-page.ts'
import type { PageIndex, Placed } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import type { Headline } from './headline.ts'

const MODIFIED =
  /updat|modif|aktualisier|edited|revis|actualiz|mis à jour|\bmaj\b|geändert|gewijzigd|bijgewerkt|uppdater|opdater|oppdater|päivitetty|zaktual|aktualiz|обновл|оновлено|izmen|güncel|frissít|更新|수정|\bstand:/i
const PUBLISHED =
  /publi|posted|post-?date|entry-?date|article-?date|veröffentlicht|erschienen|erstellt|created|issued|released|date-?time|pubdate|dateline|byline|timestamp|post-?meta|entry-?meta|meta__date|news-?date|datum|fecha|submitted|on-?date|dato|publicad|publié|pubblicato|geplaatst|publicerad|опубликован|opublikowan|yayın|発行|公開|発売|发布|發布|게시|등록|입력/i
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
  /** Tag and class of the date's element; the dates of teasers share them. */
  kind: string
  distance: number
}

interface Search {
  candidates: Candidate[]
  headline: Headline | undefined
  options: { language: string | undefined }
}

/** The dates that the page shows for its own content: `<time>`, elements named for it and short lines, near the headline first. */
export const findVisibleDates = oncePerPage(readVisibleDates)

function readVisibleDates(index: PageIndex, headline: Headline | undefined): VisibleDates {
  const search: Search = { candidates: [], headline, options: { language: index.language } }
  for (const placed of index.times.slice(0, MOST.times)) considerTime(search, placed)
  considerNamed(search, index.marked.filter(({ names }) => DATE_NAME.test(names)).slice(0, MOST.named))
  considerTexts(search, index)
  return best(withoutTeasers(search.candidates))
}

function considerTime(search: Search, placed: Placed): void {
  const { attrs } = placed.node
  const text = shortText(placed.node, 80)
  const date =
    (attrs.datetime && parseDate(attrs.datetime, search.options)) || parseDate(text, search.options)
  if (!date) return
  const parent = placed.node.parent
  const around =
    parent && 'attrs' in parent ? `${(parent.attrs.class ?? '').toLowerCase()} ${shortText(parent, 60)}` : ''
  consider(
    search,
    placed,
    date,
    `${placed.names} ${around} ${text}${attrs.pubdate === undefined ? '' : ' pubdate'}`,
    2,
  )
}

function considerNamed(search: Search, elements: readonly Placed[]): void {
  for (const placed of elements) {
    const text = placed.node.attrs.content ?? shortText(placed.node, 160)
    if (!HAS_DATE.test(text) && !/\d/.test(placed.node.attrs.content ?? '')) continue
    considerLine(search, placed, text, placed.names)
  }
}

function considerTexts(search: Search, index: PageIndex): void {
  let judged = 0
  const { texts } = index
  for (let at = 0; at < texts.length && judged < MOST.texts; at++) {
    const { node, value, order, outside } = texts[at]!
    if (value.length > 120 || !HAS_DATE.test(value)) continue
    judged += 1
    // A label in the element before (`Published:`, `Updated`) belongs to the line.
    const label = at > 0 && texts[at - 1]!.value.length < 25 ? texts[at - 1]!.value : ''
    considerLine(
      search,
      { order, outside, names: '', node: node.parent?.type === ELEMENT ? node.parent : undefined },
      label && (MODIFIED.test(label) || PUBLISHED.test(label)) ? `${label} ${value}` : value,
      '',
    )
  }
}

type Place = Pick<Placed, 'order' | 'outside' | 'names'> & { node?: Element | undefined }

function kindOf({ tag, attrs }: Element): string {
  return attrs.class || tag === 'time' ? `${tag} ${attrs.class ?? ''}` : ''
}

/** A line with one date, or with the published and the updated one. */
function considerLine(search: Search, place: Place, text: string, names: string): void {
  const found = findDates(text, search.options)
  if (found.length === 0 || found.length > 3) return
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

function consider(search: Search, place: Place, date: string, context: string, bonus: number): void {
  const modified = MODIFIED.test(context) && !SAYS_PUBLISHED.test(context)
  search.candidates.push({
    date,
    score: scoreOf(place, context, search.headline) + bonus,
    modified,
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
