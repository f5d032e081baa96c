import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { issuesOf } from '../../api/message-of.ts'
import { useList, withRows } from '../../api/use-list.ts'
import { Credits, formatNumber } from '../../parts/amounts.tsx'
import { AuditTable } from '../../parts/audit-table.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'
import { Tiles } from './tiles.tsx'

const said = words.operate.account
type Account = Schemas['OperatedAccount']

/** One account: what it uses, its limits and grants, and the switch that shuts it out. */
export default function OperatedAccountPage({ params }: { params: Record<string, string> }) {
  const id = params.id!
  const account = useQuery({
    queryKey: ['operate', 'account', id],
    queryFn: ({ signal }) => gleaner().operator.getAccount(id, { signal }),
  })
  const { data } = account
  if (account.error)
    return (
      <>
        <PageHead title={said.title} />
        <ErrorNotice error={account.error} />
      </>
    )
  if (!data) return <div class="page-loading" aria-busy="true" />
  return (
    <>
      <PageHead
        title={data.name}
        lead={data.emails.join(', ') || data.kind}
        state={<StateWord state={data.blocked_at ? 'blocked' : 'active'} />}
      >
        <Block account={data} />
      </PageHead>
      <Usage account={data} />
      <div class="fleet">
        <Grant id={id} />
        <Limits
          key={`${data.requests_per_minute} ${data.concurrent_requests} ${data.enterprise}`}
          account={data}
        />
      </div>
      <Acts id={id} />
    </>
  )
}

function useRefresh() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: ['operate'] })
}

function Block({ account: { id, name, blocked_at } }: { account: Account }) {
  const [asked, setAsked] = useState(false)
  const refresh = useRefresh()
  const turn = useMutation({
    mutationFn: () =>
      blocked_at ? gleaner().operator.unblockAccount(id) : gleaner().operator.blockAccount(id, {}),
    onSuccess: () => {
      setAsked(false)
      return refresh()
    },
  })
  const { accounts } = words.operate
  return (
    <>
      <Button
        kind={blocked_at ? 'plain' : 'danger'}
        busy={turn.isPending}
        onClick={() => (blocked_at ? turn.mutate() : setAsked(true))}
      >
        {blocked_at ? accounts.unblock : accounts.block}
      </Button>
      {asked && (
        <ConfirmDialog
          open
          title={accounts.blockTitle}
          text={accounts.blockText(name)}
          verb={accounts.block}
          busy={turn.isPending}
          error={turn.error ? <ErrorNotice error={turn.error} /> : undefined}
          onClose={() => setAsked(false)}
          onConfirm={() => turn.mutate()}
        />
      )}
    </>
  )
}

function Usage({ account }: { account: Account }) {
  const { data } = useQuery({
    queryKey: ['operate', 'top-accounts', account.id],
    queryFn: ({ signal }) =>
      gleaner().operator.topAccounts({ hours: 24, account_id: account.id }, { signal }),
  })
  const [used] = data?.accounts ?? []
  return (
    <Tiles
      tiles={[
        [
          said.available,
          <Credits key="credits" value={account.available_credits} unit={false} />,
          said.credits,
        ],
        [said.held, <Credits key="credits" value={account.held_credits} unit={false} />, said.credits],
        [
          said.requests,
          data ? formatNumber(used?.requests ?? 0) : '…',
          used && said.failed(formatNumber(used.failed)),
        ],
        [said.open, data ? formatNumber(used?.open_jobs ?? 0) : '…'],
        [said.keys, formatNumber(account.api_keys)],
        [said.since, <Moment key="since" at={account.created_at} />],
      ]}
    />
  )
}

function Grant({ id }: { id: string }) {
  const [credits, setCredits] = useState('')
  const [note, setNote] = useState('')
  const refresh = useRefresh()
  const grant = useMutation({
    mutationFn: () =>
      gleaner().operator.grantCredits(id, { credits: Number(credits), ...(note && { note }) } as never),
    onSuccess: () => {
      setCredits('')
      setNote('')
      return refresh()
    },
  })
  const issues = issuesOf(grant.error)
  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault()
        grant.mutate()
      }}
    >
      <h2>{said.grant}</h2>
      <TextField
        label={said.amount}
        type="number"
        min={1}
        value={credits}
        onValue={setCredits}
        required
        error={issues.get('credits')}
      />
      <TextField
        label={said.note}
        hint={said.noteHint}
        value={note}
        onValue={setNote}
        error={issues.get('note')}
      />
      {grant.error && issues.size === 0 && <ErrorNotice error={grant.error} />}
      {grant.data && <Notice kind="good">{said.granted(formatNumber(grant.data.granted_credits))}</Notice>}
      <div class="row">
        <Button type="submit" busy={grant.isPending}>
          {said.grantNow}
        </Button>
      </div>
    </form>
  )
}

const asLimit = (text: string) => (text.trim() === '' ? null : Number(text))

function Limits({ account }: { account: Account }) {
  const [requests, setRequests] = useState(String(account.requests_per_minute ?? ''))
  const [concurrent, setConcurrent] = useState(String(account.concurrent_requests ?? ''))
  const [enterprise, setEnterprise] = useState(account.enterprise)
  const refresh = useRefresh()
  const save = useMutation({
    mutationFn: () =>
      gleaner().operator.setLimits(account.id, {
        enterprise,
        requests_per_minute: asLimit(requests),
        concurrent_requests: asLimit(concurrent),
      }),
    onSuccess: refresh,
  })
  const issues = issuesOf(save.error)
  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <h2>{said.limits}</h2>
      <TextField
        label={said.perMinute}
        hint={said.ofTier}
        type="number"
        min={1}
        value={requests}
        onValue={setRequests}
        error={issues.get('requests_per_minute')}
      />
      <TextField
        label={said.atOnce}
        hint={said.ofTier}
        type="number"
        min={1}
        value={concurrent}
        onValue={setConcurrent}
        error={issues.get('concurrent_requests')}
      />
      <CheckField label={said.enterprise} checked={enterprise} onChecked={setEnterprise} />
      {save.error && issues.size === 0 && <ErrorNotice error={save.error} />}
      <div class="row">
        <Button type="submit" busy={save.isPending}>
          {words.common.save}
        </Button>
      </div>
    </form>
  )
}

/** Grants, limits and blocks stand in the log with all else that was done. */
function Acts({ id }: { id: string }) {
  const log = useList(['operate', 'audit', id], async (page, signal) =>
    withRows('entries', await gleaner().operator.auditLog({ account_id: id, ...page }, { signal })),
  )
  return (
    <section class="stack" aria-label={said.acts}>
      <h2>{said.acts}</h2>
      {log.error && <ErrorNotice error={log.error} again={() => log.refetch()} />}
      <AuditTable entries={log.rows} onEnd={log.onEnd} />
    </section>
  )
}
