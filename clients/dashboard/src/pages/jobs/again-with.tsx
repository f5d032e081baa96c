import { Link } from 'wouter'
import { words } from '../../words/index.ts'
import type { Job } from './job-story.ts'

const said = words.jobs.againWith

/** Changes with which a page may come that did not, or come otherwise; as the playground's address has them. */
const CHANGES: readonly { label: string; choices: Record<string, string> }[] = [
  { label: said.changes, choices: {} },
  { label: said.scripts, choices: { renderJs: 'true' } },
  { label: said.highest, choices: { maxTier: '5' } },
  { label: said.picture, choices: { renderJs: 'true', screenshot: 'true' } },
]

/** Leads to the playground with what the job was about, filled in. */
export function AgainWith({ job }: { job: Job }) {
  const formats = formatsOf(job)
  return (
    <div class="row" role="group" aria-label={said.title}>
      <span class="muted small">{said.title}</span>
      {CHANGES.map(({ label, choices }) => (
        <Link
          key={label}
          class="button"
          href={`/?${new URLSearchParams({ url: job.url, ...(formats && { formats }), ...choices })}`}
        >
          {label}
        </Link>
      ))}
    </div>
  )
}

/** The formats that its result has. */
function formatsOf({ result }: Job): string {
  const content = (result as { content?: unknown } | undefined)?.content
  return typeof content === 'object' && content !== null ? Object.keys(content).join() : ''
}
