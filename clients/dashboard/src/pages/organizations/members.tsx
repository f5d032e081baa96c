import type { Schemas } from '@gleaner/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import type { Things } from '../../parts/things/things.ts'
import { ThingsSection } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'

const all = words.organizations
const said = all.members
type Organization = Schemas['Organization']
type Member = Schemas['Member']

/** Who is in an organization, and what one may do about it. */
export function Members({ organization }: { organization: Organization }) {
  const cache = useQueryClient()
  const transfer = async (member: Member) => {
    await gleaner().organizations.transfer(organization.id, { user_id: member.user_id })
    await cache.invalidateQueries({ queryKey: ['organization', organization.id] })
  }
  return <ThingsSection things={membersOf(organization, transfer)} />
}

function membersOf({ id, role }: Organization, transfer: (member: Member) => Promise<void>): Things<Member> {
  const isOwner = role === 'owner'
  /** Admins remove members, the owner admins too. */
  const mayRemove = (member: Member) =>
    member.role !== 'owner' && (isOwner || (role === 'admin' && member.role === 'member'))
  return {
    key: `members-${id}`,
    title: said.title,
    lead: all.roleHint,
    empty: said.empty,
    list: async (page, signal) =>
      withRows('members', await gleaner().organizations.members(id, page, { signal })),
    idOf: ({ user_id }) => user_id,
    nameOf: ({ email }) => email,
    columns: [
      { key: 'email', title: said.columns.email, cell: ({ email }) => email },
      { key: 'name', title: said.columns.name, optional: true, cell: ({ name }) => name },
      { key: 'role', title: said.columns.role, width: '80px', cell: (member) => all.roles[member.role] },
      {
        key: 'joined',
        title: said.columns.joined,
        width: '110px',
        optional: true,
        cell: ({ joined_at }) => <Moment at={joined_at} />,
      },
    ],
    actions: [
      {
        label: said.makeAdmin,
        when: (member) => isOwner && member.role === 'member',
        run: ({ user_id }) => gleaner().organizations.updateMember(id, user_id, { role: 'admin' }),
      },
      {
        label: said.makeMember,
        when: (member) => isOwner && member.role === 'admin',
        run: ({ user_id }) => gleaner().organizations.updateMember(id, user_id, { role: 'member' }),
      },
      {
        label: said.transfer,
        when: (member) => isOwner && member.role !== 'owner',
        run: transfer,
        confirm: { title: said.transferTitle, text: ({ email }) => said.transferText(email) },
      },
      {
        label: said.remove,
        when: mayRemove,
        run: ({ user_id }) => gleaner().organizations.removeMember(id, user_id),
        confirm: { title: said.removeTitle, text: ({ email }) => said.removeText(email) },
      },
    ],
  }
}
