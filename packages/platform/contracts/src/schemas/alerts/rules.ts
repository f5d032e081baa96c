import { z } from 'zod'
import { AlertTypeField, THRESHOLD_SAYS, Threshold } from '../../fields/alerts.ts'
import { ownId } from '../../fields/ids.ts'
import { Total } from '../../fields/lists.ts'
import { GivenName } from '../../fields/names.ts'
import { CreatedAt, time, UpdatedAt } from '../../fields/times.ts'
import { MAX_CREDITS } from '../../money.ts'
import { Name } from '../primitives.ts'
import { ALERT_TYPE_NAMES, ALERT_TYPES, type AlertType, type AlertTypeRow } from './alert-types.ts'
import { AlertChannel, ShownAlertChannel } from './channels.ts'

const Type = z
  .enum(ALERT_TYPE_NAMES, {
    error: () => `must be one of ${ALERT_TYPE_NAMES.join(', ')}`,
  })
  .describe('What the rule measures.')

/** A host name in small letters, as job addresses have it: without scheme, port or path. */
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .transform((text) => (/[/\\?#@:\s]/.test(text) ? '' : (URL.parse(`http://${text}`)?.host ?? '')))
  .refine((host) => host !== '', 'must be a host name such as "example.com", without scheme, port or path')

const WINDOW_NOTE = 'Of domain_failure_rate and response_time_spike'

const threshold = z.number().min(0.001).max(MAX_CREDITS).describe(THRESHOLD_SAYS)
const unit = z
  .enum(['credits', 'days'])
  .describe(
    'Of credit_threshold. days: at the pace of the last day, or of the last 7 days where that is higher.',
  )
const domain = Domain.describe('Jobs at this domain and its subdomains. Default: all jobs.')
const windowMinutes = z
  .number()
  .int()
  .min(5)
  .max(1_440)
  .describe(`${WINDOW_NOTE}: how many minutes it looks back.`)
const minJobs = z
  .number()
  .int()
  .min(1)
  .max(100_000)
  .describe(`${WINDOW_NOTE}: with fewer jobs in this time nothing is concluded.`)
const channels = z.array(AlertChannel).min(1, 'name at least one channel').max(5)
const cooldownMinutes = z
  .number()
  .int()
  .min(5)
  .max(10_080)
  .describe('Minutes before it fires again, however often it is resolved.')
const notifyResolved = z.boolean().describe('Whether its end is told as well.')

const shape = {
  name: Name,
  type: Type,
  threshold,
  unit: unit.optional(),
  domain: domain.optional(),
  window_minutes: windowMinutes.optional().describe(`${windowMinutes.description} Default: 60.`),
  min_jobs: minJobs.optional().describe(`${minJobs.description} Default: 10.`),
  channels: channels.describe(
    'Who is told. Webhooks of the account that want `alert.fired` are told in any case.',
  ),
  cooldown_minutes: cooldownMinutes.default(60),
  notify_resolved: notifyResolved.default(true),
  is_active: z.boolean().default(true).describe('Whether it is looked at.'),
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
    is_active: z.boolean().optional().describe('Whether it is looked at.'),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
export type AlertRuleUpdate = z.output<typeof AlertRuleUpdate>

export const AlertRule = z
  .object({
    id: ownId('rule_id'),
    name: GivenName,
    type: AlertTypeField,
    threshold: Threshold,
    unit: z
      .enum(['credits', 'days'])
      .optional()
      .describe('Of `credit_threshold`: what `threshold` and `value` are counted in.'),
    domain: z.string().optional().describe('Jobs at this domain and its subdomains alone; absent: all jobs.'),
    window_minutes: z
      .number()
      .int()
      .optional()
      .describe('How many minutes it looks back; of `domain_failure_rate` and `response_time_spike`.'),
    min_jobs: z
      .number()
      .int()
      .optional()
      .describe(
        'With fewer jobs in this time nothing is concluded; of `domain_failure_rate` and `response_time_spike`.',
      ),
    channels: z
      .array(ShownAlertChannel)
      .describe('Who is told, beside webhooks of the account that want `alert.fired`.'),
    cooldown_minutes: z
      .number()
      .int()
      .describe('Minutes before it fires again, however often it is resolved.'),
    notify_resolved: z.boolean().describe('Whether its end is told as well.'),
    is_active: z.boolean().describe('Whether it is looked at.'),
    status: z.enum(['ok', 'firing']).describe('`firing`: it has fired, and the value is not back.'),
    value: z.number().nullable().describe('What was measured last; null: nothing yet, or too few jobs.'),
    last_fired_at: time('When it fired last; null: never.').nullable(),
    last_checked_at: time('When it was looked at last; null: not yet.').nullable(),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .describe('What is watched, from when on somebody is told, and who.')
export type AlertRule = z.infer<typeof AlertRule>

export const AlertRules = z.object({ rules: z.array(AlertRule).describe('The oldest first.'), total: Total })
