import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import type { Things } from '../../parts/things/things.ts'
import { ThingsSection } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'

const all = words.organizations
const said = all.invitations
type Organization = Schemas['Organization']
type Role = Schemas['GivenRole']

/** Who is invited and has not answered. */
export function Invitations({ organization }: { organization: Organization }) {
  return <ThingsSection things={invitationsOf(organization)} />
}

function invitationsOf({ id, role }: Organization): Things<Schemas['Invitation']> {
  /** Admins are invited by the owner. */
  const given: Role[] = role === 'owner' ? ['member', 'admin'] : ['member']
  return {
    key: `invitations-${id}`,
    title: said.title,
    empty: said.empty,
    list: async (page, signal) =>
      withRows('invitations', await gleaner().organizations.invitations(id, page, { signal })),
    idOf: (invitation) => invitation.id,
    nameOf: ({ email }) => email,
    columns: [
      { key: 'email', title: said.columns.email, cell: ({ email }) => email },
      {
        key: 'role',
        title: said.columns.role,
        width: '80px',
        optional: true,
        cell: (each) => all.roles[each.role],
      },
      { key: 'by', title: said.columns.by, optional: true, cell: ({ invited_by }) => invited_by },
      {
        key: 'ends',
        title: said.columns.ends,
        width: '110px',
        optional: true,
        cell: ({ expires_at }) => <Moment at={expires_at} />,
      },
    ],
    add: {
      label: said.add,
      fields: [
        { name: 'email', label: said.email, kind: 'email', required: true },
        {
          name: 'role',
          label: said.role,
          hint: all.roleHint,
          kind: 'select',
          initial: 'member',
          options: given.map((value) => ({ value, label: all.roles[value] })),
        },
      ],
      create: (values) =>
        gleaner().organizations.invite(id, { email: String(values.email), role: values.role as Role }),
    },
    actions: [
      {
        label: said.resend,
        run: (invitation) =>
          gleaner().organizations.invite(id, { email: invitation.email, role: invitation.role }),
        tell: () => said.resent,
      },
      {
        label: said.withdraw,
        run: (invitation) => gleaner().organizations.withdrawInvitation(id, invitation.id),
        confirm: { title: said.withdrawTitle, text: ({ email }) => said.withdrawText(email) },
      },
    ],
  }
}
