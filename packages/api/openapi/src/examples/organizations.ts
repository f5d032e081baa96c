import type { AreaExamples } from './endpoint-example.ts'

const organization_id = '019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f'
const user_id = '019a9f3e-3c4d-7e5f-8061-7b8c9d0e1f2a'
const invitation_id = '019a9f3e-4d5e-7f60-8172-8c9d0e1f2a3b'
const token = 'Jx2mQ7vB4nK9sT1wY6zR3cF8hL5pD0gA'
const time = '2026-11-22T08:00:00.000Z'
const page = { limit: 20, offset: 0 }

const organization = {
  id: organization_id,
  name: 'Analytics',
  slug: 'analytics-6a7b8c9d',
  description: 'Prices of our market',
  is_personal: false,
  role: 'owner',
  member_count: 2,
  created_at: time,
}
const member = { user_id, email: 'grace@example.com', name: 'Grace', role: 'member', joined_at: time }
const invitation = {
  id: invitation_id,
  email: 'grace@example.com',
  role: 'member',
  invited_by: 'ada@example.com',
  created_at: time,
  expires_at: '2026-11-29T08:00:00.000Z',
}
const received = { ...invitation, organization: { id: organization_id, name: organization.name } }

const params = { organization_id }
const memberParams = { organization_id, user_id }

export const organizations: AreaExamples = {
  listOrganizations: { query: page, replies: { 200: { organizations: [organization], total: 1 } } },
  createOrganization: {
    body: { name: 'Analytics', description: 'Prices of our market' },
    replies: { 201: { ...organization, member_count: 1 } },
  },
  getOrganization: { params, replies: { 200: organization } },
  deleteOrganization: { params, query: { confirm: 'true' } },
  updateOrganization: { params, body: { name: 'Analytics' }, replies: { 200: organization } },
  listMembers: { params, query: page, replies: { 200: { members: [member], total: 1 } } },
  updateMember: {
    params: memberParams,
    body: { role: 'admin' },
    replies: { 200: { ...member, role: 'admin' } },
  },
  removeMember: { params: memberParams },
  leaveOrganization: { params },
  transferOrganization: { params, body: { user_id }, replies: { 200: { ...organization, role: 'admin' } } },
  getAuditLog: {
    params,
    query: page,
    replies: {
      200: {
        entries: [
          {
            id: '42',
            actor: 'user:019a9f3e-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
            actor_name: 'ada@example.com',
            action: 'member.role_changed',
            target: `user:${user_id}`,
            details: { role: 'admin' },
            timestamp: time,
          },
        ],
        total: 1,
      },
    },
  },
  listInvitations: { params, query: page, replies: { 200: { invitations: [invitation], total: 1 } } },
  createInvitation: {
    params,
    body: { email: invitation.email, role: 'member' },
    replies: { 201: invitation },
  },
  deleteInvitation: { params: { organization_id, invitation_id } },
  listReceivedInvitations: { query: page, replies: { 200: { invitations: [received], total: 1 } } },
  previewInvitation: { body: { token }, replies: { 200: received } },
  acceptInvitation: { body: { token }, replies: { 200: { ...organization, role: 'member' } } },
  declineInvitation: { body: { token } },
}
