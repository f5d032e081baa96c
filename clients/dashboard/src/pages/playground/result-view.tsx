import { useState } from 'preact/hooks'
import { Link } from 'wouter'
import { Credits, formatDuration } from '../../parts/amounts.tsx'
import { Ladder, TierBadge } from '../../parts/ladder.tsx'
import { OutLink } from '../../parts/markdown-view.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import * as words from '../../words/index.ts'
import type { Result } from './result.ts'
import { tabsOf } from './views/tabs-of-result.tsx'

export type { Result } from './result.ts'

/** A delivered page: its formats beside each other, and how it was fetched. `isOwnPage`: it stands on the page of its job. */
export function ResultView({ result, isOwnPage = false }: { result: Result; isOwnPage?: boolean }) {
  const tabs = tabsOf(result)
  const [current, setCurrent] = useState(tabs[0]?.key ?? '')
  const { billing, quality_warning } = result
  const remarks = [...(result.warnings ?? []), ...(quality_warning ? [quality_warning.reason] : [])]
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
      {remarks.length > 0 && (
        <Notice kind="warn">
          <ul aria-label={words.playground.warnings}>
            {remarks.map((remark) => (
              <li key={remark}>{remark}</li>
            ))}
          </ul>
        </Notice>
      )}
      <Tabs label={words.playground.result} tabs={tabs} current={current} onCurrent={setCurrent} />
    </>
  )
}
