// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Fields, Reply, RequestOptions } from '../../types.ts'

export class ManualLoginsApi extends Group {
  /** Open a browser to sign in by hand. `POST /manual-logins` */
  create(fields: Fields<'createManualLogin'>, options?: RequestOptions): Promise<Reply<'createManualLogin'>> {
    return this.callOperation('createManualLogin', [], fields, options)
  }

  /** List the logins by hand that you have begun and that have not ended. `GET /manual-logins` */
  list(options?: RequestOptions): Promise<Reply<'listManualLogins'>> {
    return this.callOperation('listManualLogins', [], {}, options)
  }

  /** Read how a login by hand stands, for a day. `GET /manual-logins/{manual_login_id}` */
  get(manual_login_id: string, options?: RequestOptions): Promise<Reply<'getManualLogin'>> {
    return this.callOperation('getManualLogin', [manual_login_id], {}, options)
  }

  /** Get a ticket for another viewer, who takes the place of the one before. `POST /manual-logins/{manual_login_id}/tickets` */
  ticket(
    manual_login_id: string,
    fields: Fields<'createManualLoginTicket'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'createManualLoginTicket'>> {
    return this.callOperation('createManualLoginTicket', [manual_login_id], fields, options)
  }

  /** Keep what the browser is signed in with as a session, and end the login. `POST /manual-logins/{manual_login_id}/keep` */
  keep(
    manual_login_id: string,
    fields: Fields<'keepManualLogin'> = {},
    options?: RequestOptions,
  ): Promise<Reply<'keepManualLogin'>> {
    return this.callOperation('keepManualLogin', [manual_login_id], fields, options)
  }

  /** End a login by hand without a session. Its browser is closed and forgotten. `DELETE /manual-logins/{manual_login_id}` */
  end(manual_login_id: string, options?: RequestOptions): Promise<void> {
    return this.callOperation('endManualLogin', [manual_login_id], {}, options)
  }
}
