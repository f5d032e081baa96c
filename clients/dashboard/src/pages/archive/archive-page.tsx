import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { formatBytes, formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { FormButton } from '../../parts/things/form-button.tsx'
import * as words from '../../words/index.ts'

const said = words.archive

/** Delivered pages as they were fetched, kept beyond their jobs. */
export default function ArchivePage() {
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: ['archive'] })
  const { data: archive, error } = useQuery({
    queryKey: ['archive'],
    queryFn: ({ signal }) => gleaner().archive.get({ signal }),
  })
  if (error) return <ErrorNotice error={error} />
  if (!archive) return <div class="page-loading" aria-busy="true" />
  return (
    <>
      <PageHead
        title={said.title}
        lead={said.lead}
        state={<StateWord state={archive.enabled ? 'active' : 'inactive'} />}
      >
        <FormButton
          label={said.change}
          kind="main"
          fields={[
            { name: 'enabled', label: said.keep, kind: 'check' },
            { name: 'retention_days', label: said.days, kind: 'number' },
          ]}
          initial={{ enabled: archive.enabled, retention_days: String(archive.retention_days) }}
          run={({ enabled, retention_days }) =>
            gleaner().archive.set({ enabled: enabled === true, retention_days: Number(retention_days) })
          }
          onDone={refresh}
        />
      </PageHead>
      <section class="card stack">
        <FactList
          facts={[
            [said.pages, formatNumber(archive.pages)],
            [said.takes, said.of(formatBytes(archive.bytes), formatBytes(archive.limit_bytes))],
            [said.days, formatNumber(archive.retention_days)],
          ]}
        />
        {archive.pages > 0 && <EmptyArchive onDone={refresh} />}
      </section>
      <p class="muted">{said.use}</p>
    </>
  )
}

function EmptyArchive({ onDone }: { onDone: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const empty = useMutation({
    mutationFn: () => gleaner().archive.empty(),
    onSuccess: () => {
      setAsking(false)
      onDone()
    },
  })
  return (
    <div class="row">
      <Button kind="danger" onClick={() => setAsking(true)}>
        {said.empty}
      </Button>
      <ConfirmDialog
        title={said.emptyTitle}
        text={said.emptyText}
        verb={said.empty}
        open={isAsking}
        busy={empty.isPending}
        error={empty.error ? <ErrorNotice error={empty.error} /> : undefined}
        onClose={() => setAsking(false)}
        onConfirm={() => empty.mutate()}
      />
    </div>
  )
}
