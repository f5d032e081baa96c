import type { AlertType } from '@gleaner/contracts'
import type { AlertConditions } from '../rules/conditions.ts'

/** A rule that is to be judged now. */
export interface DueRule {
  id: string
  accountId: string
  name: string
  type: AlertType
  scope: string
  conditions: AlertConditions
  secrets: Uint8Array
  notifyResolved: boolean
  isFiring: boolean
  isCool: boolean
}
