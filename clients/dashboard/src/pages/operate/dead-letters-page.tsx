import type { Schemas } from '@gleaner/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { Link, useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { SelectField } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import { usePolled } from './polled.ts'

const said = words.operate.letters
type Letter = Schemas['DeadLetter']
/** The most that the service gives. */
const MOST = 200
const KINDS = ['job', 'webhook', 'mail'] as const
type Move = 'retry' | 'discard'

/** What the service has given up, and how to put it back. */
export default function DeadLettersPage() {
  const [search, setSearch] = useSearchParams()
  const kind = KINDS.find((each) => each === search.get('kind'))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const letters = usePolled(['operate', 'letters', kind], (signal) =>
    gleaner().operator.deadLetters({ limit: MOST, ...(kind && { kind }) }, { signal }),
  )
  const rows = letters.data?.letters
  const ids = rows?.filter(({ id }) => chosen.has(id)).map(({ id }) => id) ?? []
  const move = useMutation({
    mutationFn: (how: Move) =>
      how === 'retry'
        ? gleaner().operator.retryDeadLetters({ ids: ids.slice(0, 100) })
        : gleaner().operator.discardDeadLetters({ ids: ids.slice(0, 100) }),
    onSuccess: () => {
      setChosen(new Set())
      return letters.refetch()
    },
  })
  const toggle = (id: string) => setChosen((before) => before.symmetricDifference(new Set([id])))
  return (
    <>
      <PageHead title={said.title} lead={said.lead}>
        <Button busy={move.isPending} disabled={ids.length === 0} onClick={() => move.mutate('discard')}>
          {said.discard(ids.length)}
        </Button>
        <Button
          kind="main"
          busy={move.isPending}
          disabled={ids.length === 0}
          onClick={() => move.mutate('retry')}
        >
          {said.retry(ids.length)}
        </Button>
      </PageHead>
      <search class="filters">
        <SelectField
          label={said.kind}
          value={kind ?? ''}
          onValue={(value) => setSearch(value ? { kind: value } : {}, { replace: true })}
          options={[
            { value: '', label: said.all },
            ...KINDS.map((value) => ({ value, label: said.kinds[value] })),
          ]}
        />
      </search>
      {(letters.error ?? move.error) && (
        <ErrorNotice error={letters.error ?? move.error} again={() => letters.refetch()} />
      )}
      {move.data && <Results letters={move.data.letters} />}
      <DataTable
        label={said.title}
        columns={columnsOf(chosen, toggle)}
        rows={rows}
        keyOf={({ id }) => id}
        empty={<Empty title={said.empty} />}
      />
      {rows?.length === MOST && <p class="muted small">{words.common.onlyFirst(MOST)}</p>}
    </>
  )
}

function Results({ letters }: { letters: Schemas['LettersMoved']['letters'] }) {
  const failed = letters.filter(({ done }) => !done)
  return (
    <Notice kind={failed.length > 0 ? 'warn' : 'good'}>
      <div>
        <p>{said.done(letters.length - failed.length, letters.length)}</p>
        {failed.map(({ id, result }) => (
          <p key={id} class="small">
            <span class="mono">{id}</span>: {result}
          </p>
        ))}
      </div>
    </Notice>
  )
}

function columnsOf(chosen: ReadonlySet<string>, toggle: (id: string) => void): readonly Column<Letter>[] {
  return [
    {
      key: 'choose',
      title: said.columns.choose,
      width: '58px',
      cell: ({ id, what, kind }) => (
        <input
          type="checkbox"
          aria-label={said.choose(what || said.kinds[kind])}
          checked={chosen.has(id)}
          onChange={() => toggle(id)}
        />
      ),
    },
    { key: 'kind', title: said.kind, width: '84px', optional: true, cell: ({ kind }) => said.kinds[kind] },
    {
      key: 'what',
      title: said.columns.what,
      width: 'minmax(110px, 1fr)',
      cell: ({ id, kind, what }) =>
        kind === 'job' ? (
          <Link href={`/operate/jobs/${id.slice('job_'.length)}`} title={what}>
            {what}
          </Link>
        ) : (
          <span title={what}>{what || said.sealed}</span>
        ),
    },
    {
      key: 'reason',
      title: said.columns.reason,
      optional: true,
      cell: ({ reason, code, obstacle }) => {
        const text = [code, reason, obstacle && said.stuck(obstacle)].filter(Boolean).join(' · ')
        return <span title={text}>{text}</span>
      },
    },
    { key: 'when', title: said.columns.when, width: '96px', cell: ({ died_at }) => <Moment at={died_at} /> },
  ]
}
