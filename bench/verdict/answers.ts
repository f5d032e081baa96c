import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { TargetResponse, Verdict } from '@gleaner/verdict'
import { type Fold, foldOf } from '../lib/fold.ts'

/** A recorded answer of a stranger's server, labelled by reading it. */
export interface RecordedAnswer {
  id: string
  /** What it was collected as. */
  group: string
  kind: Verdict['kind']
  /** The verdicts that count as right: readers can differ. */
  accept: readonly Verdict['kind'][]
  fold: Fold
  response: TargetResponse
}

interface Line {
  id: string
  source: string
  group: string
  label: { kind: Verdict['kind'] }
  accept: Verdict['kind'][]
  status: number
  headers: Record<string, string>
  url: string
  asked: string
  rendered: boolean
  body_latin1: string
}

/** Reads gzipped lines of JSON. A page whose address nobody recorded stands there as one of example.com: its file is its site. */
export function readAnswers(file: string): RecordedAnswer[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => toAnswer(JSON.parse(line)))
}

function toAnswer(line: Line): RecordedAnswer {
  const { id, source, group, label, accept, status, headers, url, asked, rendered, body_latin1 } = line
  const isAddressKnown = !/^https?:\/\/(www\.)?example\.com\b/.test(asked)
  return {
    id,
    group,
    kind: label.kind,
    accept,
    fold: foldOf(source, isAddressKnown ? asked : undefined),
    response: {
      status,
      headers,
      body: Buffer.from(body_latin1, 'latin1'),
      finalUrl: url,
      requestedUrl: asked,
      rendered,
    },
  }
}
