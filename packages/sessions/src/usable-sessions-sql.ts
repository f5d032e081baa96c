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

/** SQL condition on a row of `login_session`: they may change it. */
export function isOwn(account: string): string {
  return `login_session.account_id = ${account}`
}

function isMember(user: string): string {
  return `EXISTS (SELECT FROM membership WHERE membership.account_id = login_session.organization_id AND membership.user_id = ${user})`
}
