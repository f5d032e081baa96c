// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Entry, Fields, Reply, RequestOptions } from '../../types.ts'

export class SessionsApi extends Group {
  /** Store a login session: the cookies, and headers, of somebody who is signed in at a website. `POST /sessions` */
  create(fields: Fields<'createSession'>, options?: RequestOptions): Promise<Reply<'createSession'>> {
    return this.callOperation('createSession', [], fields, options)
  }

  /** List the account's login sessions, newest first. `GET /sessions` */
  list(fields: Fields<'listSessions'> = {}, options?: RequestOptions): Promise<Reply<'listSessions'>> {
    return this.callOperation('listSessions', [], fields, options)
  }

  /** Every entry of `list`, page by page as they are asked for. */
  all(
    fields: Fields<'listSessions'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'listSessions', 'sessions'>, void, undefined> {
    return this.turnPages('listSessions', [], fields, options, { by: 'offset', entries: 'sessions' })
  }

  /** Read a login session without its values, also after it was deleted. `GET /sessions/{session_id}` */
  get(session_id: string, options?: RequestOptions): Promise<Reply<'getSession'>> {
    return this.callOperation('getSession', [session_id], {}, options)
  }

  /** Change the named fields of a login session. `PATCH /sessions/{session_id}` */
  update(
    session_id: string,
    fields: Fields<'updateSession'>,
    options?: RequestOptions,
  ): Promise<Reply<'updateSession'>> {
    return this.callOperation('updateSession', [session_id], fields, options)
  }

  /** Delete a login session. Its values are gone at once; its audit can still be read. `DELETE /sessions/{session_id}` */
  delete(session_id: string, options?: RequestOptions): Promise<Reply<'deleteSession'>> {
    return this.callOperation('deleteSession', [session_id], {}, options)
  }

  /** Who did what with a login session, newest first, each use included. `GET /sessions/{session_id}/audit` */
  audit(
    session_id: string,
    fields: Fields<'getSessionAudit'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'getSessionAudit'>> {
    return this.callOperation('getSessionAudit', [session_id], fields, options)
  }

  /** Every entry of `audit`, page by page as they are asked for. */
  allAudit(
    session_id: string,
    fields: Fields<'getSessionAudit'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Entry<'getSessionAudit', 'entries'>, void, undefined> {
    return this.turnPages('getSessionAudit', [session_id], fields, options, {
      by: 'offset',
      entries: 'entries',
    })
  }

  /** Bring the cookies of a new sign-in. The session is `active` again. `POST /sessions/{session_id}/refresh` */
  refresh(
    session_id: string,
    fields: Fields<'refreshSession'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'refreshSession'>> {
    return this.callOperation('refreshSession', [session_id], fields, options)
  }

  /** Let the members of an organization use a login session. For admins and the owner of the organization. `POST /sessions/{session_id}/share` */
  share(
    session_id: string,
    fields: Fields<'shareSession'>,
    options?: RequestOptions,
  ): Promise<Reply<'shareSession'>> {
    return this.callOperation('shareSession', [session_id], fields, options)
  }

  /** End the sharing of a login session. For its own account, and for admins and the owner of the organization. `POST /sessions/{session_id}/unshare` */
  unshare(session_id: string, options?: RequestOptions): Promise<Reply<'unshareSession'>> {
    return this.callOperation('unshareSession', [session_id], {}, options)
  }

  /** Ask the website whether a login session still works. `POST /sessions/{session_id}/validate` */
  validate(session_id: string, options?: RequestOptions): Promise<Reply<'validateSession'>> {
    return this.callOperation('validateSession', [session_id], {}, options)
  }
}
