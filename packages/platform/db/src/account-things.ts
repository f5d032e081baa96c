import { ApiError } from '@gleaner/contracts/errors'
import { BOUNDED, lockPlaces } from './bounded.ts'
import type { Queryable } from './pool.ts'
import { isUniqueViolation } from './unique-violation.ts'

/**
 * What an account keeps, so many of each and no two of one name: as callers call it, and the constraint on its name. Each package writes the
 * queries of its own model out, which look alike: a shared one is longer, for Prisma's types of select and row.
 */
const THINGS = {
  alert_rule: { one: 'alert rule', many: 'alert rules', nameConstraint: 'alert_rule_account_id_name_key' },
  export_destination: {
    one: 'export destination',
    many: 'export destinations',
    nameConstraint: 'export_destination_account_id_name_key',
  },
  llm_key: { one: 'key', many: 'keys', nameConstraint: 'llm_key_account_id_name_key' },
  proxy: { one: 'proxy', many: 'proxies', nameConstraint: 'proxy_integration_account_id_name_key' },
  /** Told apart by their ids. */
  schedule: { one: 'schedule', many: 'schedules', nameConstraint: undefined },
  monitor: { one: 'monitor', many: 'monitors', nameConstraint: undefined },
  monitor_group: { one: 'group of monitors', many: 'groups of monitors', nameConstraint: undefined },
  template: { one: 'template', many: 'templates', nameConstraint: 'template_account_id_name_key' },
  /** Told apart by their addresses. */
  webhook: { one: 'webhook', many: 'webhooks', nameConstraint: undefined },
} as const

type Thing = keyof typeof THINGS
type Named = Exclude<Thing, 'webhook' | 'schedule' | 'monitor' | 'monitor_group'>

/** Throws CONFLICT when the account has as many as it may have. Asked first, in the transaction that makes another. */
export async function takePlace(sql: Queryable, kind: Thing, accountId: string): Promise<void> {
  if (!(await lockPlaces(sql, kind, accountId)).isFull) return
  throw new ApiError(
    'CONFLICT',
    `There are ${BOUNDED[kind].most} ${THINGS[kind].many} in this account, which is the most; delete one first.`,
  )
}

/** What `writing` gives; throws CONFLICT when another one of the account has the name. */
export async function refuseTakenName<T>(
  kind: Named,
  name: string | undefined,
  writing: Promise<T>,
): Promise<T> {
  const { one, nameConstraint } = THINGS[kind]
  try {
    return await writing
  } catch (error) {
    if (!isUniqueViolation(error, nameConstraint)) throw error
    throw new ApiError(
      'CONFLICT',
      `There is already ${/^[aeio]/.test(one) ? 'an' : 'a'} ${one} named "${name}"; choose another name.`,
    )
  }
}

/** Throws NOT_FOUND, for one of another account too. */
export function noSuch(kind: Thing): never {
  throw new ApiError('NOT_FOUND', `There is no such ${THINGS[kind].one} in this account.`)
}
