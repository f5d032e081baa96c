import type { Schemas } from '@gleaner/sdk'
import { words } from '../words/index.ts'
import { type Column, DataTable } from './data-table.tsx'
import { Empty } from './empty.tsx'
import { Moment } from './moment.tsx'

type Entry = Schemas['AuditLogEntry']
const said = words.account.log

/** `api_key.created` as a person reads it. */
const readable = (action: string) => action.replaceAll(/[._]/g, ' ')

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'when',
    title: said.columns.when,
    width: '110px',
    cell: ({ timestamp }) => <Moment at={timestamp} />,
  },
  {
    key: 'action',
    title: said.columns.action,
    width: 'minmax(140px, 1fr)',
    cell: ({ action, details }) => <span title={JSON.stringify(details)}>{readable(action)}</span>,
  },
  {
    key: 'actor',
    title: said.columns.actor,
    cell: ({ actor, actor_name }) => <span title={actor}>{actor_name ?? actor}</span>,
  },
  {
    key: 'target',
    title: said.columns.target,
    optional: true,
    cell: ({ target }) => <code>{target}</code>,
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
