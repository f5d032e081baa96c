import { ALERT_TYPES, type AlertType, conditionIssues } from '@gleaner/contracts'
import { invalidRequest } from '@gleaner/contracts/invalid-request'

/** When a rule fires, as its row keeps it. */
export interface AlertConditions {
  threshold: number
  unit?: 'credits' | 'days'
  domain?: string
  window_minutes?: number
  min_jobs?: number
}

type Given = { [Name in keyof AlertConditions]?: AlertConditions[Name] | undefined }

const FIELDS = ['threshold', 'unit', 'domain', 'window_minutes', 'min_jobs'] as const
const WINDOW = { window_minutes: 60, min_jobs: 10 }

/** What the fields of a request say, on top of what was said before; with defaults. Throws INVALID_REQUEST for what does not go together. */
export function conditionsOf(type: AlertType, given: Given, before?: AlertConditions): AlertConditions {
  const row = ALERT_TYPES[type]
  const conditions: Given = {
    ...(type === 'credit_threshold' && { unit: 'credits' }),
    ...(row.hasWindow && WINDOW),
    ...before,
  }
  for (const field of FIELDS)
    if (given[field] !== undefined) Object.assign(conditions, { [field]: given[field] })
  const { threshold } = conditions
  const issues = threshold === undefined ? [] : conditionIssues({ type, ...conditions, threshold })
  if (issues.length > 0) throw invalidRequest(issues)
  return conditions as AlertConditions
}

/** Whether a request changes when a rule fires. */
export function changesConditions(given: Given): boolean {
  return FIELDS.some((field) => given[field] !== undefined)
}
