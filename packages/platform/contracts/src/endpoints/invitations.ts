import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import {
  Invitation,
  InvitationAnswer,
  InvitationCreate,
  InvitationList,
  ReceivedInvitation,
  ReceivedInvitationList,
} from '../schemas/invitations.ts'
import { Organization } from '../schemas/organizations.ts'
import { PageQuery } from '../schemas/page.ts'

const endpoint = endpointsIn('Organizations')

const params = inPath('organization_id')
const invitationParams = inPath('organization_id', 'invitation_id')

export const listInvitations = endpoint({
  method: 'GET',
  path: '/organizations/{organization_id}/invitations',
  summary: 'List the open invitations of an organization. For admins and the owner.',
  auth: 'bearer',
  personal: true,
  params,
  query: PageQuery,
  responses: { 200: InvitationList },
  errors: ['NOT_FOUND'],
})

export const createInvitation = endpoint({
  method: 'POST',
  path: '/organizations/{organization_id}/invitations',
  summary: 'Invite an e-mail address by a mail whose link works for 7 days. For admins and the owner.',
  description:
    'A second invitation of the same address replaces the link. Admins are invited by the owner. A person may send 50 invitations a day, 3 of them to one address.',
  auth: 'bearer',
  personal: true,
  params,
  body: InvitationCreate,
  responses: { 201: Invitation },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const deleteInvitation = endpoint({
  method: 'DELETE',
  path: '/organizations/{organization_id}/invitations/{invitation_id}',
  summary: 'Withdraw an invitation: its link works no more. For admins and the owner.',
  auth: 'bearer',
  personal: true,
  params: invitationParams,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const listReceivedInvitations = endpoint({
  method: 'GET',
  path: '/invitations',
  summary: 'List the open invitations to your e-mail address. The links that answer them are in their mails.',
  auth: 'bearer',
  personal: true,
  query: PageQuery,
  responses: { 200: ReceivedInvitationList },
  errors: [],
})

/** A POST, so that the token stands in no address. */
export const previewInvitation = endpoint({
  method: 'POST',
  path: '/invitations/preview',
  summary: 'Read an invitation by the token of its link.',
  auth: 'none',
  limitPerIp: { requests: 30, seconds: 60 },
  body: InvitationAnswer,
  responses: { 200: ReceivedInvitation },
  errors: ['NOT_FOUND'],
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Become a member by the token of an invitation to your e-mail address.',
  auth: 'bearer',
  personal: true,
  body: InvitationAnswer,
  responses: { 200: Organization },
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const declineInvitation = endpoint({
  method: 'POST',
  path: '/invitations/decline',
  summary: 'Decline an invitation by the token of its link. Takes no account.',
  auth: 'none',
  limitPerIp: { requests: 30, seconds: 60 },
  body: InvitationAnswer,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})
