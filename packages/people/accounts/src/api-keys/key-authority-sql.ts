import { isAhead } from '@gleaner/db'
import { consentStands } from '../consents/consent-sql.ts'

/** SQL condition on a row of `api_key`: it is no tool's, or the consent that gave it stands. */
export const CONSENT_STANDS = `(api_key.oauth_client_id IS NULL OR ${consentStands({
  person: 'api_key.user_id',
  account: 'api_key.account_id',
  term: 'api_key.membership_term',
})})`

/** SQL condition on a row of `api_key`: the text of this generation is good, as the newest one or until the overlap of a rotation ends. */
export function textStands(generation: string): string {
  return `(${generation} = api_key.generation
    OR (${generation} = api_key.generation - 1 AND ${isAhead('api_key.previous_expires_at')}))`
}

/**
 * SQL join: the person whose organizations a key reaches. A key of somebody's personal account reaches those that they are a member of. A
 * key of an organization reaches no other one: it is in the hands of all its members, and not its maker's alone. A tool's key reaches
 * none: it acts for the account that was consented to.
 */
export const JOIN_MAKER = `
  LEFT JOIN app_user maker ON maker.id = api_key.user_id AND maker.account_id = api_key.account_id
    AND api_key.oauth_client_id IS NULL`
