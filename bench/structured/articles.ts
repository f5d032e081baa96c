import { readMetadata } from '@gleaner/structured-data'
import type { BenchPage } from './load-set.ts'
import { note, type Tally, wordF1 } from './score.ts'

/** Truth of the three sets that ask for a date, an author or a title; each names them in its own way. */
export interface ArticleTruth {
  title?: string | null
  author?: string | null
  authors?: string[] | string | null
  date?: string | null
  publish_date?: string | null
}

export function readArticle({ document, url }: BenchPage<ArticleTruth>): {
  title?: string
  author?: string
  date?: string
} {
  const { title, author, published_at } = readMetadata(document, { url })
  return {
    ...(title ? { title } : {}),
    ...(author ? { author } : {}),
    ...(published_at ? { date: published_at.slice(0, 10) } : {}),
  }
}

/** Notes a page in every field's tally; a title or an author is right from a word F1 of 0.8 on, a date on the day. */
export function noteArticle(
  tallies: Record<string, Tally>,
  truth: ArticleTruth,
  read: { title?: string; author?: string; date?: string },
  fields: readonly string[],
): string[] {
  const expected: Record<string, string> = {
    title: truth.title ?? '',
    author: truth.author ?? [truth.authors ?? []].flat().join(', '),
    date: (truth.date ?? truth.publish_date ?? '').slice(0, 10),
  }
  const wrong: string[] = []
  for (const field of fields) {
    const [wanted, value] = [expected[field]!.trim(), read[field as keyof typeof read]]
    const right =
      value !== undefined &&
      wanted !== '' &&
      (field === 'date' ? value === wanted : wordF1(value, wanted) >= 0.8)
    note(tallies[field]!, { predicted: value !== undefined, right, expected: wanted !== '' })
    if (!right && (value !== undefined || wanted !== '')) wrong.push(`${field}: ${value} (${wanted})`)
  }
  return wrong
}
