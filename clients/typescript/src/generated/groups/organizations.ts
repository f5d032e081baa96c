// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class OrganizationsApi extends Group {
  /** List the organizations that you are in. `GET /organizations` */
  list(
    fields: Fields<'listOrganizations'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listOrganizations'>> {
    return this.callOperation('listOrganizations', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listOrganizations'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listOrganizations', 'organizations'>, void, undefined> {
    return this.turnPages('listOrganizations', [], fields, options, {
      by: 'offset',
      entries: 'organizations',
    })
  }

  /** Create an organization with a balance, keys and proxies of its own. You become its owner. `POST /organizations` */
  create(
    fields: Fields<'createOrganization'>,
    options?: RequestOptions,
  ): Promise<Reply<'createOrganization'>> {
    return this.callOperation('createOrganization', [], fields, options)
  }

  /** Read an organization that you are in. `GET /organizations/{organization_id}` */
  get(organization_id: string, options?: RequestOptions): Promise<Reply<'getOrganization'>> {
    return this.callOperation('getOrganization', [organization_id], {}, options)
  }

  /** Change the name or description of an organization. For admins and the owner. `PATCH /organizations/{organization_id}` */
  update(
    organization_id: string,
    fields: Fields<'updateOrganization'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateOrganization'>> {
    return this.callOperation('updateOrganization', [organization_id], fields, options)
  }

  /** Delete an organization with its keys, proxies, jobs and files. What is left of its balance is lost: confirm=true says that you know. For the owner. `DELETE /organizations/{organization_id}` */
  delete(
    organization_id: string,
    fields: Fields<'deleteOrganization'> = {},
    options?: RequestOptions,
  ): Promise<void> {
    return this.callOperation('deleteOrganization', [organization_id], fields, options)
  }

  /** Leave an organization. Its owner hands it over first. `POST /organizations/{organization_id}/leave` */
  leave(organization_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('leaveOrganization', [organization_id], {}, options)
  }

  /** Make another member the owner, and yourself an admin. For the owner. `POST /organizations/{organization_id}/transfer` */
  transfer(
    organization_id: string,
    fields: Fields<'transferOrganization'>,
    options?: RequestOptions,
  ): Promise<Reply<'transferOrganization'>> {
    return this.callOperation('transferOrganization', [organization_id], fields, options)
  }

  /** Who did what in an organization, newest first. `GET /organizations/{organization_id}/audit-log` */
  auditLog(
    organization_id: string,
    fields: Fields<'getAuditLog'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'getAuditLog'>> {
    return this.callOperation('getAuditLog', [organization_id], fields, options)
  }

  /** Every entry of `auditLog`, page by page as they are asked for. */
  allAuditLog(
    organization_id: string,
    fields: Fields<'getAuditLog'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'getAuditLog', 'entries'>, void, undefined> {
    return this.turnPages('getAuditLog', [organization_id], fields, options, {
      by: 'offset',
      entries: 'entries',
    })
  }

  /** List who is in an organization. `GET /organizations/{organization_id}/members` */
  members(
    organization_id: string,
    fields: Fields<'listMembers'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listMembers'>> {
    return this.callOperation('listMembers', [organization_id], fields, options)
  }

  /** Every entry of `members`, page by page as they are asked for. */
  allMembers(
    organization_id: string,
    fields: Fields<'listMembers'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listMembers', 'members'>, void, undefined> {
    return this.turnPages('listMembers', [organization_id], fields, options, {
      by: 'offset',
      entries: 'members',
    })
  }

  /** Make a member an admin, or an admin a member. For the owner. `PATCH /organizations/{organization_id}/members/{user_id}` */
  updateMember(
    organization_id: string,
    user_id: string,
    fields: Fields<'updateMember'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateMember'>> {
    return this.callOperation('updateMember', [organization_id, user_id], fields, options)
  }

  /** Remove somebody from an organization: admins remove members, the owner admins too. Yourself: leave. `DELETE /organizations/{organization_id}/members/{user_id}` */
  removeMember(organization_id: string, user_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('removeMember', [organization_id, user_id], {}, options)
  }

  /** List the open invitations of an organization. For admins and the owner. `GET /organizations/{organization_id}/invitations` */
  invitations(
    organization_id: string,
    fields: Fields<'listInvitations'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listInvitations'>> {
    return this.callOperation('listInvitations', [organization_id], fields, options)
  }

  /** Every entry of `invitations`, page by page as they are asked for. */
  allInvitations(
    organization_id: string,
    fields: Fields<'listInvitations'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listInvitations', 'invitations'>, void, undefined> {
    return this.turnPages('listInvitations', [organization_id], fields, options, {
      by: 'offset',
      entries: 'invitations',
    })
  }

  /** Invite an e-mail address by a mail whose link works for 7 days. For admins and the owner. `POST /organizations/{organization_id}/invitations` */
  invite(
    organization_id: string,
    fields: Fields<'createInvitation'>,
    options?: RequestOptions,
  ): Promise<Reply<'createInvitation'>> {
    return this.callOperation('createInvitation', [organization_id], fields, options)
  }

  /** Withdraw an invitation: its link works no more. For admins and the owner. `DELETE /organizations/{organization_id}/invitations/{invitation_id}` */
  withdrawInvitation(
    organization_id: string,
    invitation_id: string,
    options?: RequestOptions,
  ): Promise<void> {
    return this.callOperation('deleteInvitation', [organization_id, invitation_id], {}, options)
  }
}
