import type { Schemas } from '@gleaner/sdk'
import { useQuery } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import { useSearchParams } from 'wouter'
import { gleaner, queries } from '../../api/client.ts'
import { useList, withRows } from '../../api/use-list.ts'
import { AuditTable } from '../../parts/audit-table.tsx'
import { Button } from '../../parts/button.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { actFor } from '../../session/store.ts'
import { useSession } from '../../session/use-session.ts'
import * as words from '../../words/index.ts'
import { Invitations } from './invitations.tsx'
import { Members } from './members.tsx'
import { OrganizationSettings } from './organization-settings.tsx'

const said = words.organizations
type TabName = keyof typeof said.tabs

/** One organization: who is in it, who is invited, what was done. */
export default function OrganizationPage({ params: { id = '' } }: { params: Record<string, string> }) {
  const [search, setSearch] = useSearchParams()
  const { organization: actingFor } = useSession()
  const read = useQuery({
    queryKey: ['organization', id],
    queryFn: ({ signal }) => gleaner().organizations.get(id, { signal }),
  })
  const organization = read.data
  if (read.error) return <ErrorNotice error={read.error} again={() => read.refetch()} />
  if (!organization) return <div class="page-loading" aria-busy="true" />
  const tabs = tabsOf(organization)
  const current = tabs.find((each) => each === search.get('tab')) ?? 'members'
  const contents: Record<TabName, () => ComponentChildren> = {
    members: () => <Members organization={organization} />,
    invitations: () => <Invitations organization={organization} />,
    log: () => <Log id={id} />,
    settings: () => <OrganizationSettings organization={organization} />,
  }
  return (
    <>
      <PageHead
        title={organization.name}
        state={<span class="small muted">{said.roles[organization.role]}</span>}
        lead={organization.description}
      >
        {actingFor !== id && (
          <Button
            onClick={() => {
              queries.clear()
              actFor(id)
            }}
          >
            {said.actFor}
          </Button>
        )}
      </PageHead>
      <Tabs
        label={organization.name}
        current={current}
        onCurrent={(tab) => setSearch({ tab }, { replace: true })}
        tabs={tabs.map((key) => ({ key, title: said.tabs[key], content: contents[key] }))}
      />
    </>
  )
}

/** Invitations are for those who manage the organization. */
const tabsOf = ({ role }: Schemas['Organization']): TabName[] =>
  role === 'member' ? ['members', 'log', 'settings'] : ['members', 'invitations', 'log', 'settings']

function Log({ id }: { id: string }) {
  const log = useList(['organization-log', id], async (page, signal) =>
    withRows('entries', await gleaner().organizations.auditLog(id, page, { signal })),
  )
  if (log.error) return <ErrorNotice error={log.error} again={() => log.refetch()} />
  return <AuditTable entries={log.rows} onEnd={log.onEnd} />
}
