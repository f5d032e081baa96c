import { z } from 'zod'
import { MAX_CREDITS } from '../../money.ts'
import { Name } from '../primitives.ts'
import { ALERT_TYPE_NAMES, ALERT_TYPES, type AlertType, type AlertTypeRow } from './alert-types.ts'
import { AlertChannel, ShownAlertChannel } from './channels.ts'

const Type = z.enum(ALERT_TYPE_NAMES, {
  error: () => `must be one of ${ALERT_TYPE_NAMES.join(', ')}`,
})

/** A host name in small letters, as job addresses have it: without scheme, port or path. */
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .transform((text) => (/[/\\?#@:\s]/.test(text) ? '' : (URL.parse(`http://${text}`)?.host ?? '')))
  .refine((host) => host !== '', 'must be a host name such as "example.com", without scheme, port or path')

const threshold = z.number().min(0.001).max(MAX_CREDITS)
const unit = z
  .enum(['credits', 'days'])
  .describe(
    'Of credit_threshold. days: at the pace of the last day, or of the last 7 days where that is higher.',
  )
const domain = Domain.describe('Jobs at this domain and its subdomains. Default: all jobs.')
const windowMinutes = z.number().int().min(5).max(1_440)
const minJobs = z.number().int().min(1).max(100_000)
const channels = z.array(AlertChannel).min(1, 'name at least one channel').max(5)
const cooldownMinutes = z.number().int().min(5).max(10_080)
const notifyResolved = z.boolean()

const WINDOW_NOTE = 'Of domain_failure_rate and response_time_spike'

const shape = {
  name: Name,
  type: Type,
  threshold,
  unit: unit.optional(),
  domain: domain.optional(),
  window_minutes: windowMinutes.optional().describe(`${WINDOW_NOTE}: how far it looks back. Default: 60.`),
  min_jobs: minJobs
    .optional()
    .describe(`${WINDOW_NOTE}: with fewer jobs in this time nothing is concluded. Default: 10.`),
  channels: channels.describe(
    'Who is told. Webhooks of the account that want `alert.fired` are told in any case.',
  ),
  cooldown_minutes: cooldownMinutes
    .default(60)
    .describe('It fires again only after so long, however often it is resolved.'),
  notify_resolved: notifyResolved.default(true).describe('Whether its end is told as well.'),
  is_active: z.boolean().default(true),
}

interface Conditions {
  type: AlertType
  threshold: number
  unit?: string | undefined
  domain?: string | undefined
  window_minutes?: number | undefined
  min_jobs?: number | undefined
}

/** What does not go together in a rule of its type. */
export function conditionIssues(rule: Conditions): { path: string; message: string }[] {
  const row: AlertTypeRow = ALERT_TYPES[rule.type]
  const issues: { path: string; message: string }[] = []
  const refuse = (path: string, message: string) => issues.push({ path, message })
  if (rule.threshold < row.min || rule.threshold > row.max)
    refuse('threshold', `must be from ${row.min} to ${row.max}: ${row.threshold}`)
  else if (row.whole && !Number.isInteger(rule.threshold))
    refuse('threshold', `must be a whole number: ${row.threshold}`)
  if (row.domain === 'required' && rule.domain === undefined)
    refuse('domain', `is required with ${rule.type}: a host name such as "example.com"`)
  if (row.domain === 'none' && rule.domain !== undefined)
    refuse('domain', `has no meaning with ${rule.type}; leave it out`)
  if (rule.type !== 'credit_threshold' && rule.unit !== undefined)
    refuse('unit', 'is for credit_threshold alone; leave it out')
  for (const field of ['window_minutes', 'min_jobs'] as const)
    if (!row.hasWindow && rule[field] !== undefined)
      refuse(field, `has no meaning with ${rule.type}; leave it out`)
  return issues
}

export const AlertRuleCreate = z.strictObject(shape).superRefine((rule, ctx) => {
  for (const { path, message } of conditionIssues(rule))
    ctx.addIssue({ code: 'custom', path: [path], message })
})
export type AlertRuleCreate = z.output<typeof AlertRuleCreate>

/** Its type stays: another type is another rule. */
export const AlertRuleUpdate = z
  .strictObject({
    name: Name.optional(),
    threshold: threshold.optional(),
    unit: unit.optional(),
    domain: domain.optional(),
    window_minutes: windowMinutes.optional(),
    min_jobs: minJobs.optional(),
    channels: channels.optional().describe('Replaces all of them.'),
    cooldown_minutes: cooldownMinutes.optional(),
    notify_resolved: notifyResolved.optional(),
    is_active: z.boolean().optional(),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type AlertRuleUpdate = z.output<typeof AlertRuleUpdate>

const Time = z.iso.datetime()

export const AlertRule = z.object({
  id: z.uuid(),
  name: z.string(),
  type: z.enum(ALERT_TYPE_NAMES),
  threshold: z.number(),
  unit: z.enum(['credits', 'days']).optional(),
  domain: z.string().optional(),
  window_minutes: z.number().int().optional(),
  min_jobs: z.number().int().optional(),
  channels: z.array(ShownAlertChannel),
  cooldown_minutes: z.number().int(),
  notify_resolved: z.boolean(),
  is_active: z.boolean(),
  status: z.enum(['ok', 'firing']),
  value: z.number().nullable().describe('What was measured last; null: nothing yet, or too few jobs.'),
  last_fired_at: Time.nullable(),
  last_checked_at: Time.nullable(),
  created_at: Time,
  updated_at: Time,
})
export type AlertRule = z.infer<typeof AlertRule>

export const AlertRules = z.object({ rules: z.array(AlertRule), total: z.number().int() })
