import { findDates, parseDate } from '../../values/parse-date.ts'
import { shortText } from '../short-text.ts'
import type { PageSurvey, Placed } from '../survey.ts'
import type { Headline } from './headline.ts'

const MODIFIED =
  /updat|modif|aktualisiert|edited|revis|actualiz|mis à jour|maj\b|geändert|gewijzigd|uppdater|opdater|oppdater|päivitetty|zaktual|aktualiz|обновл|izmen|güncel|frissít|更新|수정/i
const PUBLISHED =
  /publi|posted|post-?date|entry-?date|article-?date|veröffentlicht|erschienen|erstellt|created|issued|released|date-?time|pubdate|dateline|byline|timestamp|postmetadata|post-meta|entry-meta|meta__date|news-?date|datum|fecha|submitted|on-?date|dato|publicad|publié|pubblicato|geplaatst|publicerad|опубликован|opublikowan|yayın|発行|公開|発売|发布|發布|게시|등록|입력/i
const DATE_NAME =
  /date|datum|fecha|time|publish|posted|pubdate|entry-?meta|post-?meta|article-?meta|byline|dateline|meta|info|submitted|created|updated|modif|timestamp|published/

export interface VisibleDates {
  published?: string
  modified?: string
}

interface Candidate {
  date: string
  score: number
  modified: boolean
}

/** The dates that the page shows for its own content: `<time>` and elements named for it, near the headline first. */
export function findVisibleDates(survey: PageSurvey, headline: Headline | undefined): VisibleDates {
  const options = { language: survey.language }
  const candidates: Candidate[] = []
  const judge = (placed: Placed, date: string, context: string, bonus: number) => {
    candidates.push({
      date,
      score: scoreOf(placed, context, headline) + bonus,
      modified: isModified(context),
    })
  }
  for (const placed of survey.times.slice(0, 200)) {
    const { attrs } = placed.node
    const text = shortText(placed.node, 80)
    const date = (attrs.datetime && parseDate(attrs.datetime, options)) || parseDate(text, options)
    if (date)
      judge(
        placed,
        date,
        `${placed.names} ${parentNames(placed)} ${text}${attrs.pubdate === undefined ? '' : ' pubdate'}`,
        2,
      )
  }
  let judged = 0
  for (const placed of survey.marked) {
    if (!DATE_NAME.test(placed.names) || judged > 300) continue
    judged += 1
    const text = placed.node.attrs.content ?? shortText(placed.node, 160)
    const found = findDates(text, options)
    if (found.length === 0) continue
    const context = `${placed.names} ${text}`
    if (found.length > 1 && MODIFIED.test(text)) {
      const second = found.findIndex(
        ({ index }, at) => at > 0 && MODIFIED.test(text.slice(found[at - 1]!.index, index)),
      )
      if (second > 0)
        candidates.push({
          date: found[second]!.date,
          score: scoreOf(placed, context, headline),
          modified: true,
        })
      const first = MODIFIED.test(text.slice(0, found[0]!.index)) && second < 0 ? 1 : 0
      if (found[first]) judge(placed, found[first]!.date, context.replace(MODIFIED, ''), 0)
      continue
    }
    judge(placed, found[0]!.date, context, text.length < 50 ? 0.5 : 0)
  }
  return best(candidates)
}

function parentNames({ node }: Placed): string {
  const parent = node.parent
  return parent && 'attrs' in parent ? (parent.attrs.class ?? '').toLowerCase() : ''
}

function isModified(context: string): boolean {
  return MODIFIED.test(context) && !/publi(?!c-)|posted|created|veröffentlicht|erstellt/i.test(context)
}

function scoreOf(placed: Placed, context: string, headline: Headline | undefined): number {
  let score = PUBLISHED.test(context) ? 1.5 : 0
  if (placed.outside) score -= 3
  if (/comment|reply|related|copyright|teaser|card\b|upcoming/.test(placed.names)) score -= 2
  if (headline) {
    const distance = placed.order - headline.order
    score += distance < 0 ? (distance > -40 ? 0.8 : -1) : distance < 60 ? 1.5 : distance < 200 ? 0.3 : -1
  }
  return score
}

function best(candidates: readonly Candidate[]): VisibleDates {
  const pick = (modified: boolean) =>
    candidates
      .filter((candidate) => candidate.modified === modified && candidate.score > 0)
      .reduce<Candidate | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined)
  const [published, changed] = [pick(false), pick(true)]
  return {
    ...(published ? { published: published.date } : {}),
    ...(changed ? { modified: changed.date } : {}),
  }
}
