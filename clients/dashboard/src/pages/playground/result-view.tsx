import { useState } from 'preact/hooks'
import { Link } from 'wouter'
import { Credits, formatDuration } from '../../parts/amounts.tsx'
import { CopyButton } from '../../parts/copyable.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { Ladder, type Rung, TierBadge } from '../../parts/ladder.tsx'
import { MarkdownView, OutLink } from '../../parts/markdown-view.tsx'
import { Notice } from '../../parts/notice.tsx'
import { type Tab, Tabs } from '../../parts/tabs.tsx'
import { words } from '../../words/index.ts'
import { Screenshot } from './screenshot.tsx'

/** What the dashboard reads of a result; the API has more. */
export interface Result {
  job_id?: string
  title?: string | null
  final_url: string
  status_code: number
  content: string | Record<string, unknown>
  filtered_content?: unknown
  extraction_result?: unknown
  screenshot_url?: string | null
  warnings?: readonly string[]
  response_time_ms?: number
  billing: { total_credits: number; tier_used: string; escalations: Rung[] }
}

/** The format `rag`. */
interface Rag {
  chunks: {
    index: number
    text: string
    tokens: number
    heading_path: string[]
    start: number
    end: number
  }[]
}

/** Shown of a long text at once. */
const SHOWN_CHARS = 200_000

/** A delivered page: its formats beside each other, and how it was fetched. `isOwnPage`: it stands on the page of its job. */
export function ResultView({ result, isOwnPage = false }: { result: Result; isOwnPage?: boolean }) {
  const tabs = tabsOf(result)
  const [current, setCurrent] = useState(tabs[0]?.key ?? '')
  const { billing } = result
  return (
    <>
      <div class="card stack">
        <div class="row">
          <TierBadge tier={billing.tier_used} />
          <strong>{result.title || result.final_url}</strong>
        </div>
        <div class="row muted small">
          <OutLink href={result.final_url}>{result.final_url}</OutLink>
          <span>{result.status_code}</span>
          {result.response_time_ms !== undefined && <span>{formatDuration(result.response_time_ms)}</span>}
          <Credits value={billing.total_credits} />
        </div>
        <Ladder rungs={billing.escalations} />
        {result.job_id && !isOwnPage && (
          <Link href={`/jobs/${result.job_id}`}>{words.playground.seeJob}</Link>
        )}
      </div>
      {result.warnings && result.warnings.length > 0 && (
        <Notice kind="warn">
          <ul>
            {result.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Tabs label={words.playground.result} tabs={tabs} current={current} onCurrent={setCurrent} />
    </>
  )
}

function tabsOf(result: Result): Tab[] {
  const content = typeof result.content === 'string' ? { markdown: result.content } : result.content
  const formats = Object.entries(content).flatMap(([format, value]) => tabsOfFormat(format, value))
  const fields = result.filtered_content ?? result.extraction_result
  return [
    ...(fields === undefined || fields === null ? [] : [tab('fields', () => <JsonView value={fields} />)]),
    ...formats,
    ...(result.screenshot_url
      ? [tab('screenshot', () => <Screenshot url={result.screenshot_url!} title={result.title ?? ''} />)]
      : []),
  ]
}

const tab = (key: string, content: Tab['content']): Tab => ({
  key,
  title: words.playground.views[key] ?? key,
  content,
})

function tabsOfFormat(format: string, value: unknown): Tab[] {
  if (format === 'markdown' && typeof value === 'string')
    return [
      tab('markdown', () => (value ? <MarkdownView text={value} /> : <p>{words.playground.noText}</p>)),
      tab('source', () => <Source text={value} />),
    ]
  if (format === 'rag') return [tab(format, () => <Chunks value={value as Rag} />)]
  if (typeof value === 'string') return [tab(format, () => <Source text={value} />)]
  return [tab(format, () => <JsonView value={value} />)]
}

function Source({ text }: { text: string }) {
  return (
    <div class="stack">
      <div class="row">
        <CopyButton text={text} />
        {text.length > SHOWN_CHARS && <span class="muted small">{words.playground.cut}</span>}
      </div>
      <pre class="source" tabIndex={0}>
        {text.slice(0, SHOWN_CHARS)}
      </pre>
    </div>
  )
}

/** Chunks in the order of the text, each with its headings and tokens. */
function Chunks({ value }: { value: Rag }) {
  return (
    <ol class="stack">
      {value.chunks.map((chunk) => (
        <li key={chunk.index} class="chunk stack">
          <span class="row muted small">
            <span>{words.playground.tokens(String(chunk.tokens))}</span>
            <span>{chunk.heading_path.join(' › ')}</span>
            <span class="mono">
              {chunk.start}–{chunk.end}
            </span>
          </span>
          <MarkdownView text={chunk.text} />
        </li>
      ))}
    </ol>
  )
}
