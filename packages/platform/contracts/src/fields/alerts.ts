import { z } from 'zod'
import { ALERT_TYPE_NAMES, ALERT_TYPES } from '../schemas/alerts/alert-types.ts'

export const ALERT_CHANNEL_TYPES = ['email', 'webhook', 'slack', 'discord', 'ntfy', 'telegram'] as const

/** `type` of a rule, in replies and requests. */
const thresholds = Object.entries(ALERT_TYPES).map(([type, { threshold }]) => `\`${type}\`: ${threshold}`)
export const AlertTypeField = z.enum(ALERT_TYPE_NAMES).describe('What the rule measures.')
export const THRESHOLD_SAYS = `What the value is compared with, by type. ${thresholds.join('; ')}.`
export const Threshold = z.number().describe(THRESHOLD_SAYS)
export const AlertMessage = z.string().describe('What was measured and what the rule wants, in a sentence.')

export const ChannelType = z.enum(ALERT_CHANNEL_TYPES).describe('The kind of channel.')
export const ChannelAddress = z
  .string()
  .nullable()
  .describe('Where it goes, without what is secret of it; null: to the owner of the account.')
