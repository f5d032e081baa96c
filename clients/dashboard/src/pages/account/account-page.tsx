import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import * as words from '../../words/index.ts'
import { Devices } from './devices.tsx'
import { OwnLog } from './own-log.tsx'
import { Profile } from './profile.tsx'
import { Security } from './security.tsx'

const said = words.account
const TABS = ['profile', 'security', 'devices', 'log'] as const
type TabName = (typeof TABS)[number]

/** One's own account: who one is, how one signs in, where, and what was done. */
export default function AccountPage() {
  const [search, setSearch] = useSearchParams()
  const current = TABS.find((each) => each === search.get('tab')) ?? 'profile'
  const me = useQuery({ queryKey: ['own-me'], queryFn: ({ signal }) => gleaner().auth.me({ signal }) })
  const contents: Record<TabName, () => preact.ComponentChildren> = {
    profile: () => me.data && <Profile me={me.data} />,
    security: () => <Security />,
    devices: () => <Devices />,
    log: () => <OwnLog />,
  }
  return (
    <>
      <PageHead title={said.title} lead={me.data?.email} />
      {me.error && <ErrorNotice error={me.error} again={() => me.refetch()} />}
      <Tabs
        label={said.title}
        current={current}
        onCurrent={(tab) => setSearch({ tab }, { replace: true })}
        tabs={TABS.map((key) => ({ key, title: said.tabs[key], content: contents[key] }))}
      />
    </>
  )
}
