import { countsOf, overlap, wordsOf } from '../lib/bag.ts'
import type { Truth } from './truth.ts'

/** What an output has of the truth (`tp`), beside it (`fp`), and lacks of it (`fn`): shingles, words or segments. */
export interface Score {
  tp: number
  fp: number
  fn: number
}

export interface Shares {
  precision: number
  recall: number
  f1: number
}

export function scorePage(truth: Truth, output: string): Score {
  switch (truth.kind) {
    case 'shingles':
      return compare(shingles(truth.text), shingles(output))
    case 'words':
      return compare(wordsOf(truth.text.toLowerCase()), wordsOf(output.toLowerCase()))
    case 'segments':
      return segments(truth, output)
  }
}

export function shares({ tp, fp, fn }: Score): Shares {
  const precision = tp + fp > 0 ? tp / (tp + fp) : 0
  const recall = tp + fn > 0 ? tp / (tp + fn) : 0
  return { precision, recall, f1: tp + fp + fn === 0 ? 1 : harmonic(precision, recall) }
}

/**
 * The mean of a set. Shingle sets take F1 of the mean precision and recall (as article-extraction-benchmark does),
 * word sets the mean of the pages' F1 (as WCXB does), segment sets count all segments alike (as trafilatura does).
 */
export function meanShares(kind: Truth['kind'], scores: readonly Score[]): Shares {
  if (kind === 'segments') return shares(scores.reduce(sum, { tp: 0, fp: 0, fn: 0 }))
  const precision = mean(scores.filter(({ tp, fp }) => tp + fp > 0).map((score) => shares(score).precision))
  const recall = mean(scores.filter(({ tp, fn }) => tp + fn > 0).map((score) => shares(score).recall))
  const f1 = kind === 'words' ? mean(scores.map((score) => shares(score).f1)) : harmonic(precision, recall)
  return { precision, recall, f1 }
}

function sum(a: Score, b: Score): Score {
  return { tp: a.tp + b.tp, fp: a.fp + b.fp, fn: a.fn + b.fn }
}

function shingles(text: string): string[] {
  const tokens = wordsOf(text)
  if (tokens.length < 4) return tokens.length === 0 ? [] : [tokens.join(' ')]
  return tokens.slice(3).map((_, i) => tokens.slice(i, i + 4).join(' '))
}

function compare(wanted: readonly string[], given: readonly string[]): Score {
  const { common, ofA, ofB } = overlap(countsOf(wanted), countsOf(given))
  return { tp: common, fp: ofB - common, fn: ofA - common }
}

function segments(truth: { with: string[]; without: string[] }, output: string): Score {
  const text = squeeze(output)
  const has = (segment: string) => text.includes(squeeze(segment))
  const tp = truth.with.filter(has).length
  return { tp, fp: truth.without.filter(has).length, fn: truth.with.length - tp }
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function harmonic(a: number, b: number): number {
  return a + b > 0 ? (2 * a * b) / (a + b) : 0
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
