import { Moment } from '../../../parts/moment.tsx'
import * as words from '../../../words/index.ts'
import { JsonTree } from './json-tree.tsx'
import { RenderedView } from './text-view.tsx'

/** The format `change_tracking`. */
export interface Changes {
  previous_scrape_at: string | null
  change_status: string
  diff?: { text: string; json: unknown[] | null }
}

export function ChangesView({ changes }: { changes: Changes | null }) {
  if (!changes) return <p class="muted">{words.playground.nothingToCompare}</p>
  return (
    <div class="stack">
      <p>
        <b>{words.playground.by[changes.change_status] ?? changes.change_status}</b>{' '}
        {changes.previous_scrape_at && <Moment at={changes.previous_scrape_at} />}
      </p>
      {changes.diff && <RenderedView text={changes.diff.text} />}
      {changes.diff?.json && <JsonTree value={changes.diff.json} name="changes" />}
    </div>
  )
}
