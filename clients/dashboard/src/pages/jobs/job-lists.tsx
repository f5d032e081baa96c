import { FactList } from '../../parts/fact-list.tsx'
import * as words from '../../words/index.ts'
import type { Redirect } from './job-story.ts'

/** Headers, folded. Nothing is drawn where there are none. */
export function HeaderList({ title, headers }: { title: string; headers: Record<string, string> }) {
  const facts = Object.entries(headers)
  if (facts.length === 0) return null
  return (
    <details class="card">
      <summary class="options-summary">{title}</summary>
      <div class="mono">
        <FactList facts={facts} />
      </div>
    </details>
  )
}

/** Addresses that redirected, in their order. */
export function RedirectList({ redirects }: { redirects: readonly Redirect[] }) {
  if (redirects.length === 0) return null
  return (
    <details class="card" open>
      <summary class="options-summary">{words.jobs.redirects}</summary>
      <div class="mono">
        <FactList facts={redirects.map(({ status_code, url }) => [String(status_code), url])} />
      </div>
    </details>
  )
}
