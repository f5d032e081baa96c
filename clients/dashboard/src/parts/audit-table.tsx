import type { Schemas } from '@gleaner/sdk'
import * as words from '../words/index.ts'
import { type Column, DataTable } from './data-table.tsx'
import { Empty } from './empty.tsx'
import { Moment } from './moment.tsx'

/** Of the log of a person, an organization, or what operators have done. */
type Entry = Schemas['AuditLogEntry'] | Schemas['OperatorAudit']['entries'][number]
const said = words.account.log

/** `api_key.created` as a person reads it. */
const readable = (action: string) => action.replaceAll(/[._]/g, ' ')

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'when',
    title: said.columns.when,
    width: '92px',
    cell: ({ timestamp }) => <Moment at={timestamp} />,
  },
  {
    key: 'action',
    title: said.columns.action,
    width: 'minmax(110px, 1fr)',
    cell: ({ action }) => <span title={action}>{readable(action)}</span>,
  },
  {
    key: 'actor',
    title: said.columns.actor,
    width: 'minmax(80px, 1fr)',
    cell: (entry) => (
      <span title={entry.actor}>{('actor_name' in entry && entry.actor_name) || entry.actor}</span>
    ),
  },
  {
    key: 'target',
    title: said.columns.target,
    optional: true,
    cell: ({ target }) => <code>{target}</code>,
  },
  {
    key: 'details',
    title: said.columns.details,
    optional: true,
    width: 'minmax(0, 1.5fr)',
    cell: ({ details }) => {
      const text = Object.entries(details ?? {})
        .map(
          ([name, value]) =>
            `${readable(name)}: ${typeof value === 'object' ? JSON.stringify(value) : value}`,
        )
        .join(', ')
      return <span title={text}>{text || '–'}</span>
    },
  },
]

/** Who did what, the newest first. */
export function AuditTable({
  entries,
  onEnd,
}: {
  entries: readonly Entry[] | undefined
  onEnd?: () => void
}) {
  return (
    <DataTable
      label={words.account.tabs.log}
      columns={COLUMNS}
      rows={entries}
      keyOf={({ id }) => id}
      {...(onEnd && { onEnd })}
      empty={<Empty title={said.empty} />}
    />
  )
}
