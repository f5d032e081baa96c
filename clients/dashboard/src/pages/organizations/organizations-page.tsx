import type { Schemas } from '@gleaner/sdk'
import { useQuery } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { readAll, withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import { Notice } from '../../parts/notice.tsx'
import type { Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'

const said = words.organizations

const ORGANIZATIONS: Things<Schemas['Organization']> = {
  key: 'organizations-page',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  list: async (page, signal) => {
    const { organizations, total } = await gleaner().organizations.list(page, { signal })
    return { rows: organizations.filter(({ is_personal }) => !is_personal), total }
  },
  idOf: ({ id }) => id,
  hrefOf: ({ id }) => `/organizations/${id}`,
  columns: [
    { key: 'name', title: said.columns.name, cell: ({ name }) => name },
    { key: 'role', title: said.columns.role, width: '90px', cell: ({ role }) => said.roles[role] },
    {
      key: 'members',
      title: said.columns.members,
      width: '80px',
      numeric: true,
      cell: ({ member_count }) => member_count,
    },
    {
      key: 'made',
      title: said.columns.made,
      width: '110px',
      optional: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [
      { name: 'name', label: said.name, required: true },
      { name: 'description', label: said.description, hint: said.descriptionHint },
    ],
    create: ({ name, description }) =>
      gleaner().organizations.create({
        name: String(name),
        ...(description && { description: String(description) }),
      }),
  },
}

/** The organizations that one is in, and who invites one. */
export default function OrganizationsPage() {
  const received = useQuery({
    queryKey: ['received-invitations'],
    queryFn: ({ signal }) =>
      readAll(async (page) => withRows('invitations', await gleaner().invitations.list(page, { signal }))),
  })
  return (
    <ThingsPage things={ORGANIZATIONS}>
      {received.data?.map(({ id, invited_by, organization, role }) => (
        <Notice key={id}>
          <p>
            {said.receivedText(invited_by ?? said.somebody, organization.name, said.roles[role])}{' '}
            {said.receivedHint}
          </p>
        </Notice>
      ))}
    </ThingsPage>
  )
}
