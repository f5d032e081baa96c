import type { Schemas } from '@gleaner/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { useList, withRows } from '../../api/use-list.ts'
import { formatNumber } from '../../parts/amounts.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'
import { SessionHealth } from './session-health.tsx'

type Entry = Schemas['SessionAuditEntry']
const said = words.settings.sessions

const COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'when',
    title: said.audit.columns.when,
    width: '110px',
    cell: ({ timestamp }) => <Moment at={timestamp} />,
  },
  { key: 'action', title: said.audit.columns.action, cell: ({ action }) => action.replaceAll('_', ' ') },
  {
    key: 'actor',
    title: said.audit.columns.actor,
    optional: true,
    cell: ({ actor }) => <code>{actor}</code>,
  },
  { key: 'details', title: said.audit.columns.details, cell: ({ details }) => detailsOf(details) },
]

const detailsOf = (details: Entry['details']) => {
  const text = Object.entries(details)
    .map(
      ([name, value]) =>
        `${name.replaceAll('_', ' ')}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(', ')
  return <span title={text}>{text}</span>
}

/** One login session: what it holds by name, how it goes, and who did what with it. */
export default function SessionStoryPage({ params: { id = '' } }: { params: Record<string, string> }) {
  const read = useQuery({
    queryKey: ['session', id],
    queryFn: ({ signal }) => gleaner().sessions.get(id, { signal }),
  })
  const audit = useList(['session-audit', id], async (page, signal) =>
    withRows('entries', await gleaner().sessions.audit(id, page, { signal })),
  )
  const session = read.data
  return (
    <>
      <PageHead
        title={session?.name ?? said.story}
        state={session && <StateWord state={session.status} />}
        lead={session?.domain}
      >
        <Link class="button" href="/sessions">
          {said.back}
        </Link>
      </PageHead>
      {read.error && <ErrorNotice error={read.error} again={() => read.refetch()} />}
      {session && (
        <section class="card stack">
          <Facts session={session} />
          {audit.rows && <SessionHealth entries={audit.rows} />}
        </section>
      )}
      <h2>{said.audit.title}</h2>
      {audit.error && <ErrorNotice error={audit.error} again={() => audit.refetch()} />}
      <DataTable
        label={said.audit.title}
        columns={COLUMNS}
        rows={audit.rows}
        onEnd={audit.onEnd}
        keyOf={({ timestamp, action }) => `${timestamp} ${action}`}
        empty={<Empty title={said.audit.empty} />}
      />
    </>
  )
}

function Facts({ session }: { session: Schemas['Session'] }) {
  const { facts } = said
  const ends = session.expires_at ?? session.cookies_expire_at
  return (
    <FactList
      facts={[
        [facts.cookies, session.cookie_names.join(', ')],
        [facts.stored, session.storage_origins.join(', ')],
        [facts.headers, session.header_names?.join(', ')],
        [facts.ends, ends && <Moment at={ends} />],
        [
          facts.checked,
          session.last_validated_at && (
            <>
              <Moment at={session.last_validated_at} />,{' '}
              {facts.sure(String(session.validation_confidence ?? 0))}
            </>
          ),
        ],
        [
          facts.usesTitle,
          session.total_requests > 0
            ? facts.uses(formatNumber(session.successful_requests), formatNumber(session.total_requests))
            : undefined,
        ],
        [facts.failures, session.consecutive_failures || undefined],
        [said.notes, session.notes],
      ]}
    />
  )
}
