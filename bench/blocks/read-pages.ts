import { createHash } from 'node:crypto'
import { siteOf } from '@gleaner/cookie-rules/public-suffix'
import { readBlocks, renderText } from '@gleaner/formats'
import {
  type ContentDraft,
  draftContent,
  FEATURE_COUNT,
  readDraft,
  readFeatures,
} from '@gleaner/main-content/training'
import { decodeBody, parseHtml } from '@gleaner/markup'
import { type BenchPage, choosePages } from '../extraction/load-pages.ts'
import { PUBLIC_SETS } from '../extraction/truth.ts'
import type { Sample } from './boost.ts'
import { labelLines } from './label-lines.ts'

/** A page with what a model learns from it. */
export interface LabelledPage {
  page: BenchPage
  draft: ContentDraft
  sample: Sample
}

/** What a page counts that is no article: there are few of them, and more is wrong with each. */
const WEIGHT_OF_OTHERS = 2
/** What a page may count at most, as a multiple of its truth. */
const MAX_PAGE_WEIGHT = 2

export function readLabelled(data: string): LabelledPage[] {
  const { pages } = choosePages({ data, sets: PUBLIC_SETS, every: 1 })
  return pages.map((page) => {
    const draft = draftContent(parseHtml(decodeBody(page.bytes, 'text/html').text), page.url)
    return { page, draft, sample: sampleOf(page, draft) }
  })
}

/** All pages of a site (registrable domain) are in one fold, in every set. Another `seed` deals them anew. */
export function foldOf({ id, url }: BenchPage, folds: number, seed: string): number {
  const host = URL.parse(url)?.hostname
  const key = host?.includes('.') ? siteOf(host) : id
  return createHash('sha256').update(`${seed}:${key}`).digest().readUInt32BE(0) % folds
}

/** The running text of a page, as the service gives it. */
export function textOf(draft: ContentDraft, url: string): string {
  return renderText(readBlocks(readDraft(draft).runningText(), url))
}

function sampleOf(page: BenchPage, draft: ContentDraft): Sample {
  const { choice, facts, outline, value } = draft
  const known = { ...choice, type: facts.type, posts: facts.posts }
  const { lines, rows } = readFeatures(outline, value, known)
  const { labels, weights } = labelLines(draft, lines, page.truth)
  const judged = [...labels.keys()].filter((at) => labels[at]! >= 0)
  const all = judged.reduce((sum, at) => sum + weights[at]!, 0)
  const isOther = page.pageType !== undefined && page.pageType !== 'article'
  const scale = Math.min(1, MAX_PAGE_WEIGHT / all) * (isOther ? WEIGHT_OF_OTHERS : 1)
  const sample: Sample = {
    width: FEATURE_COUNT,
    rows: new Float32Array(judged.length * FEATURE_COUNT),
    labels: Uint8Array.from(judged, (at) => labels[at]!),
    weights: Float32Array.from(judged, (at) => scale * weights[at]!),
  }
  judged.forEach((at, k) => {
    sample.rows.set(rows.subarray(at * FEATURE_COUNT, (at + 1) * FEATURE_COUNT), k * FEATURE_COUNT)
  })
  return sample
}

export function joinSamples(samples: readonly Sample[]): Sample {
  const count = samples.reduce((sum, { labels }) => sum + labels.length, 0)
  const joined: Sample = {
    width: FEATURE_COUNT,
    rows: new Float32Array(count * FEATURE_COUNT),
    labels: new Uint8Array(count),
    weights: new Float32Array(count),
  }
  let at = 0
  for (const { rows, labels, weights } of samples) {
    joined.rows.set(rows, at * FEATURE_COUNT)
    joined.labels.set(labels, at)
    joined.weights.set(weights, at)
    at += labels.length
  }
  return joined
}
