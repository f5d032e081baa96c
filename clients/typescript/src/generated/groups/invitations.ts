// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class InvitationsApi extends Group {
  /** List the open invitations to your e-mail address. The links that answer them are in their mails. `GET /invitations` */
  list(
    fields: Fields<'listReceivedInvitations'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'listReceivedInvitations'>> {
    return this.callOperation('listReceivedInvitations', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listReceivedInvitations'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listReceivedInvitations', 'invitations'>, void, undefined> {
    return this.turnPages('listReceivedInvitations', [], fields, options, {
      by: 'offset',
      entries: 'invitations',
    })
  }

  /** Read an invitation by the token of its link. `POST /invitations/preview` */
  preview(
    fields: Fields<'previewInvitation'>,
    options?: RequestOptions,
  ): Promise<Reply<'previewInvitation'>> {
    return this.callOperation('previewInvitation', [], fields, options)
  }

  /** Become a member by the token of an invitation to your e-mail address. `POST /invitations/accept` */
  accept(fields: Fields<'acceptInvitation'>, options?: RequestOptions): Promise<Reply<'acceptInvitation'>> {
    return this.callOperation('acceptInvitation', [], fields, options)
  }

  /** Decline an invitation by the token of its link. Takes no account. `POST /invitations/decline` */
  decline(fields: Fields<'declineInvitation'>, options?: RequestOptions): Promise<void> {
    return this.callOperation('declineInvitation', [], fields, options)
  }
}
