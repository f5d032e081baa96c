import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import {
  AuditLog,
  Member,
  MemberList,
  MemberUpdate,
  Organization,
  OrganizationCreate,
  OrganizationDelete,
  OrganizationList,
  OrganizationUpdate,
  OwnershipTransfer,
} from '../schemas/organizations.ts'
import { PageQuery } from '../schemas/page.ts'

const endpoint = endpointsIn(
  'Organizations',
  'Accounts that several people share. `X-Organization-Id` acts for one.',
)

const params = inPath('organization_id')
const memberParams = inPath('organization_id', 'user_id')

/** A key cannot manage who reaches it. */
const common = { auth: 'bearer', personal: true } as const

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/organizations',
  summary: 'List the organizations that you are in.',
  ...common,
  query: PageQuery,
  responses: { 200: OrganizationList },
  errors: [],
})

export const createOrganization = endpoint({
  method: 'POST',
  path: '/organizations',
  summary: 'Create an organization with a balance, keys and proxies of its own. You become its owner.',
  ...common,
  limitPerAccount: { requests: 20, seconds: 86_400 },
  body: OrganizationCreate,
  responses: { 201: Organization },
  errors: ['CONFLICT'],
})

export const getOrganization = endpoint({
  method: 'GET',
  path: '/organizations/{organization_id}',
  summary: 'Read an organization that you are in.',
  ...common,
  params,
  responses: { 200: Organization },
  errors: ['NOT_FOUND'],
})

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/organizations/{organization_id}',
  summary: 'Change the name or description of an organization. For admins and the owner.',
  ...common,
  params,
  body: OrganizationUpdate,
  responses: { 200: Organization },
  errors: ['NOT_FOUND'],
})

export const deleteOrganization = endpoint({
  method: 'DELETE',
  path: '/organizations/{organization_id}',
  summary:
    'Delete an organization with its keys, proxies, jobs and files. What is left of its balance is lost: confirm=true says that you know. For the owner.',
  ...common,
  params,
  query: OrganizationDelete,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const listMembers = endpoint({
  method: 'GET',
  path: '/organizations/{organization_id}/members',
  summary: 'List who is in an organization.',
  ...common,
  params,
  query: PageQuery,
  responses: { 200: MemberList },
  errors: ['NOT_FOUND'],
})

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/organizations/{organization_id}/members/{user_id}',
  summary: 'Make a member an admin, or an admin a member. For the owner.',
  ...common,
  params: memberParams,
  body: MemberUpdate,
  responses: { 200: Member },
  errors: ['NOT_FOUND'],
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/organizations/{organization_id}/members/{user_id}',
  summary:
    'Remove somebody from an organization: admins remove members, the owner admins too. Yourself: leave.',
  ...common,
  params: memberParams,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const leaveOrganization = endpoint({
  method: 'POST',
  path: '/organizations/{organization_id}/leave',
  summary: 'Leave an organization. Its owner hands it over first.',
  ...common,
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const transferOrganization = endpoint({
  method: 'POST',
  path: '/organizations/{organization_id}/transfer',
  summary: 'Make another member the owner, and yourself an admin. For the owner.',
  ...common,
  params,
  body: OwnershipTransfer,
  responses: { 200: Organization },
  errors: ['NOT_FOUND'],
})

export const getAuditLog = endpoint({
  method: 'GET',
  path: '/organizations/{organization_id}/audit-log',
  summary: 'Who did what in an organization, newest first.',
  ...common,
  params,
  query: PageQuery,
  responses: { 200: AuditLog },
  errors: ['NOT_FOUND'],
})
