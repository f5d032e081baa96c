import type { TargetResponse, Verdict } from '@gleaner/verdict'
import { readGzipText } from '../lib/data-files.ts'
import { type Fold, foldOf } from '../lib/fold.ts'

export interface LabelledAnswer {
  id: string
  /** The verdicts that count as right: readers can differ. */
  accept: readonly Verdict['kind'][]
  response: TargetResponse
}

/** A recorded answer of a stranger's server, labelled by reading it. */
export interface RecordedAnswer extends LabelledAnswer {
  fold: Fold
}

interface Line {
  id: string
  source: string
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
  const lines = readGzipText(file).split('\n')
  return lines.filter((line) => line !== '').map((line) => toAnswer(JSON.parse(line)))
}

function toAnswer(line: Line): RecordedAnswer {
  const { id, source, label, accept, status, headers, url, asked, rendered, body_latin1 } = line
  const isAddressKnown = !/^https?:\/\/(www\.)?example\.com\b/.test(asked)
  return {
    id,
    accept: [label.kind, ...accept.filter((kind) => kind !== label.kind)],
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
