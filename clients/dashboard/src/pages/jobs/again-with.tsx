import { Link } from 'wouter'
import * as words from '../../words/index.ts'
import type { Job } from './job-story.ts'

const said = words.jobs.againWith

/** Changes with which a page may come that did not, or come otherwise; as the playground's address has them. */
const CHANGES: readonly { label: string; choices: Record<string, string> }[] = [
  { label: said.changes, choices: {} },
  { label: said.scripts, choices: { 'advanced.render_js': 'true' } },
  { label: said.highest, choices: { 'cost_controls.max_tier': '5' } },
  { label: said.picture, choices: { 'advanced.render_js': 'true', 'advanced.screenshot': 'true' } },
]

/** Leads to the playground with all that the job was asked with, filled in. */
export function AgainWith({ job: { id } }: { job: Job }) {
  return (
    <div class="row" role="group" aria-label={said.title}>
      <span class="muted small">{said.title}</span>
      {CHANGES.map(({ label, choices }) => (
        <Link key={label} class="button" href={`/?${new URLSearchParams({ job: id, ...choices })}`}>
          {label}
        </Link>
      ))}
    </div>
  )
}
