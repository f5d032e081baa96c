import type { Schemas } from '@gleaner/sdk'
import { Credits, formatNumber } from '../../parts/amounts.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { TierBadge } from '../../parts/ladder.tsx'
import { Notice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'

const said = words.work.crawls.estimates

/** What a crawl would probably come to, after a look at the site. */
export function CrawlEstimate({ estimate }: { estimate: Schemas['CrawlEstimate'] }) {
  const range = (least: number, most: number) => said.range(formatNumber(least), formatNumber(most))
  return (
    <section class="card stack" aria-label={said.title} role="status">
      <FactList
        facts={[
          [
            said.pages,
            `${formatNumber(estimate.estimated_pages)} ${range(estimate.min_pages, estimate.max_pages)}`,
          ],
          [
            said.cost,
            <span key="cost">
              <Credits value={estimate.estimated_credits} />{' '}
              {range(estimate.min_credits, estimate.max_possible_credits)}
            </span>,
          ],
          [said.tier, <TierBadge key="tier" tier={estimate.estimated_tier} />],
          [said.why, estimate.reasoning],
        ]}
      />
      {estimate.warnings?.map((warning) => (
        <Notice key={warning} kind="warn">
          {warning}
        </Notice>
      ))}
    </section>
  )
}
