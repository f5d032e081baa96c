import type { Schemas } from '@gleaner/sdk'
import * as words from '../../words/index.ts'
import './session-health.css'

type Entry = Schemas['SessionAuditEntry']
const said = words.settings.sessions.health

/** What a use or a check says of the session; undefined of what says nothing. */
function isSignedIn({ action, details }: Entry): boolean | undefined {
  if (action === 'used_for_scrape') return { accepted: true, rejected: false }[String(details.result)]
  if (action === 'validated' && typeof details.is_valid === 'boolean') return details.is_valid
  return undefined
}

/** Uses and checks as they came, the latest on the right: full bars were signed in, low ones were not. The table below has the same. */
export function SessionHealth({ entries }: { entries: readonly Entry[] }) {
  const points = entries.flatMap((entry) => {
    const good = isSignedIn(entry)
    return good === undefined ? [] : [{ good, at: entry.timestamp }]
  })
  if (points.length === 0) return null
  return (
    <figure class="session-health">
      <figcaption class="small muted">{said.title}</figcaption>
      <ol>
        {points.toReversed().map(({ good, at }) => (
          <li key={at} class={good ? 'good' : 'bad'} title={`${at}: ${good ? said.good : said.bad}`}>
            <span class="unseen">{good ? said.good : said.bad}</span>
          </li>
        ))}
      </ol>
    </figure>
  )
}
