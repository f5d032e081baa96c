import { endpointsIn, NO_BODY } from '../endpoint.ts'
import { inPath } from '../fields/ids.ts'
import { AlertHistory, AlertRuleDetail, AlertTestResult } from '../schemas/alerts/history.ts'
import { AlertRule, AlertRuleCreate, AlertRules, AlertRuleUpdate } from '../schemas/alerts/rules.ts'
import { PageQuery } from '../schemas/page.ts'

const endpoint = endpointsIn('Alerts', 'Rules that tell you when money runs low, or jobs go wrong.')

const params = inPath('rule_id')

export const listAlertRules = endpoint({
  method: 'GET',
  path: '/alerts/rules',
  summary: "List the account's alert rules.",
  auth: 'apiKeyOrBearer',
  query: PageQuery,
  responses: { 200: AlertRules },
  errors: [],
})

export const createAlertRule = endpoint({
  method: 'POST',
  path: '/alerts/rules',
  summary: 'Make a rule that tells you when money runs low or jobs go wrong.',
  description:
    'It fires once, and again only after it was resolved. Jobs of test keys and answers from the cache do not count, nor do jobs that ended before the rule was made.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  body: AlertRuleCreate,
  responses: { 201: AlertRule },
  errors: ['URL_NOT_ALLOWED', 'CONFLICT'],
})

export const getAlertRule = endpoint({
  method: 'GET',
  path: '/alerts/rules/{rule_id}',
  summary: 'Read an alert rule, with its latest alerts.',
  auth: 'apiKeyOrBearer',
  params,
  responses: { 200: AlertRuleDetail },
  errors: ['NOT_FOUND'],
})

export const updateAlertRule = endpoint({
  method: 'PATCH',
  path: '/alerts/rules/{rule_id}',
  summary: 'Change the named fields of an alert rule.',
  description: 'Where its condition changes, or it is switched off, an alert that stands ends silently.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  body: AlertRuleUpdate,
  responses: { 200: AlertRule },
  errors: ['URL_NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'],
})

export const deleteAlertRule = endpoint({
  method: 'DELETE',
  path: '/alerts/rules/{rule_id}',
  summary: 'Delete an alert rule. Its history stays.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  params,
  responses: { 204: NO_BODY },
  errors: ['NOT_FOUND'],
})

export const testAlertRule = endpoint({
  method: 'POST',
  path: '/alerts/rules/{rule_id}/test',
  summary: 'Send a test message to every channel of a rule, and report how that went.',
  description: '202: a receiver has not answered yet. A mail counts once it is on its way.',
  auth: 'apiKeyOrBearer',
  role: 'admin',
  limitPerAccount: { requests: 10, seconds: 60 },
  idempotent: false,
  params,
  responses: { 200: AlertTestResult, 202: AlertTestResult },
  errors: ['NOT_FOUND'],
})

export const listAlertHistory = endpoint({
  method: 'GET',
  path: '/alerts/history',
  summary: 'What has fired and was resolved in the last 90 days, the newest first.',
  auth: 'apiKeyOrBearer',
  query: PageQuery,
  responses: { 200: AlertHistory },
  errors: [],
})
