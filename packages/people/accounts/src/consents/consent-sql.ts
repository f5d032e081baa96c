import { covers, ENDPOINTS, ROLES } from '@gleaner/contracts'

/** SQL expressions of a consent: who gave it, for which account, and in which term of their membership if that is an organization. */
export interface ConsentSql {
  person: string
  account: string
  term: string
}

/** Roles that may consent for an organization. */
const CONSENTING = ROLES.filter((role) => covers(role, ENDPOINTS.authorizeClient.role))
  .map((role) => `'${role}'`)
  .join(', ')

/**
 * SQL condition: what a consent rests on still stands. Codes and keys of tools are judged by it whenever they are used, so that whatever
 * ends a membership, a role or an account ends them as well.
 */
export function consentStands({ person, account, term }: ConsentSql): string {
  return `EXISTS (
    SELECT FROM app_user AS consenting
      JOIN account AS theirs ON theirs.id = consenting.account_id AND theirs.blocked_at IS NULL
      LEFT JOIN membership AS held ON held.user_id = consenting.id AND held.account_id = ${account}
    WHERE consenting.id = ${person}
      AND (theirs.id = ${account} OR (held.term = ${term} AND held.role IN (${CONSENTING}))))`
}
