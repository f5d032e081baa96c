/** SQL expressions of who asks: the account that they act for, and the person, or NULL for a key of nobody's. Both are of type uuid. */
export interface UserSql {
  account: string
  user: string
}

/**
 * SQL condition on a row of `login_session`: they may use it, and read what replies show of it. It is their account's, or its owner shares
 * it with the organization that they act for, or with one that they are a member of. Nothing else decides that.
 */
export function mayUse({ account, user }: UserSql): string {
  return `(${isOwn(account)} OR (
    login_session.organization_id IS NOT NULL AND ${isMember('login_session.shared_by')}
    AND (login_session.organization_id = ${account} OR ${isMember(user)})))`
}

/** SQL condition on a row of `login_session`: it is their account's. */
export function isOwn(account: string): string {
  return `login_session.account_id = ${account}`
}

/**
 * SQL condition on a row of `login_session`: the key of a job may change it, and not only use it. It is the account's that the job is of,
 * and where that is an organization, the key is one of a person who is an admin or the owner there: keys of the organization itself are in
 * the hands of all members. `key` is the alias of the key's row, whose columns are NULL for a job without one.
 */
export function mayChange({ account, key }: { account: string; key: string }): string {
  return `(${isOwn(account)} AND (
    NOT EXISTS (SELECT FROM account WHERE account.id = ${account} AND account.kind = 'organization')
    OR (${key}.account_id <> ${account} AND EXISTS (
      SELECT FROM membership
      WHERE membership.account_id = ${account} AND membership.user_id = ${key}.user_id AND membership.role <> 'member'))))`
}

function isMember(user: string): string {
  return `EXISTS (SELECT FROM membership WHERE membership.account_id = login_session.organization_id AND membership.user_id = ${user})`
}
