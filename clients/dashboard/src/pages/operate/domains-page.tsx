import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import type { Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'

const said = words.operate.domains

const DOMAINS: Things<Schemas['BlockedDomain']> = {
  key: 'blocked-domains',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (_, signal) => withRows('domains', await gleaner().operator.blockedDomains({ signal })),
  idOf: ({ domain }) => domain,
  columns: [
    { key: 'domain', title: said.columns.domain, cell: ({ domain }) => domain },
    { key: 'reason', title: said.columns.reason, optional: true, cell: ({ reason }) => reason },
    {
      key: 'since',
      title: said.columns.since,
      width: '110px',
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [
      { name: 'domain', label: said.domain, required: true, placeholder: said.example },
      { name: 'reason', label: said.reason, hint: said.reasonHint },
    ],
    create: ({ domain, reason }) =>
      gleaner().operator.blockDomain(String(domain), reason ? { reason: String(reason) } : {}),
  },
  actions: [{ label: said.allow, run: ({ domain }) => gleaner().operator.unblockDomain(domain) }],
}

export default function DomainsPage() {
  return <ThingsPage things={DOMAINS} />
}
