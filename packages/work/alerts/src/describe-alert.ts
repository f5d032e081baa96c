import type { AlertType } from '@gleaner/contracts'
import type { Measurement } from './checks/measure.ts'
import type { AlertConditions } from './rules/conditions.ts'

export type Described = AlertConditions & { type: AlertType }
type Numbers = Pick<Measurement, 'value' | 'jobs'>

/** What has happened to a rule, in one sentence. */
export function describeAlert(rule: Described, status: 'fired' | 'resolved', measured: Numbers): string {
  if (measured.value === null) return QUIET[rule.type](rule)
  return SENTENCES[rule.type](rule, { ...measured, value: measured.value }, status === 'fired')
}

type Sentence = (rule: Described, numbers: { value: number; jobs?: number }, isBad: boolean) => string

const SENTENCES: Record<AlertType, Sentence> = {
  credit_threshold: ({ unit, threshold }, { value }, isBad) =>
    unit === 'days'
      ? `At the present pace the balance lasts ${number(value)} days; the rule wants ${isBad ? 'at least ' : ''}${number(threshold)}.`
      : `The balance is ${number(value)} credits${isBad ? `, below ${number(threshold)}` : ` again; the rule wants ${number(threshold)}`}.`,
  domain_failure_rate: (rule, { value, jobs = 0 }) =>
    `${number(value)} % of ${number(jobs)} jobs${at(rule)}${within(rule)} have failed; the rule fires at ${number(rule.threshold)} %.`,
  job_consecutive_failures: (rule, { value }, isBad) =>
    isBad
      ? value === 1
        ? `A job${at(rule)} has failed.`
        : `${number(value)} jobs${at(rule)} have failed one after the other.`
      : `A job${at(rule)} was delivered again.`,
  response_time_spike: (rule, { value }) =>
    `Jobs${at(rule)}${within(rule)} take ${number(value)} times as long as in the 24 hours before; the rule fires at ${number(rule.threshold)}.`,
  daily_failure_count: (rule, { value }) =>
    `${number(value)} ${value === 1 ? 'job' : 'jobs'}${at(rule)} failed since midnight (UTC); the rule fires at ${number(rule.threshold)}.`,
  schedule_failure: (_, { value }, isBad) =>
    isBad
      ? `A schedule has failed ${number(value)} ${value === 1 ? 'time' : 'times in a row'}.`
      : 'No schedule fails any more.',
}

const noJobs = (rule: Described) => `There are no jobs${at(rule)}${within(rule)}.`
const nothing = () => 'There is nothing to measure any more.'

const QUIET: Record<AlertType, (rule: Described) => string> = {
  credit_threshold: () => 'Nothing is spent any more.',
  domain_failure_rate: noJobs,
  response_time_spike: noJobs,
  job_consecutive_failures: nothing,
  daily_failure_count: nothing,
  schedule_failure: nothing,
}

const at = ({ domain }: Described) => (domain === undefined ? '' : ` at ${domain}`)
const within = ({ window_minutes: minutes }: Described) =>
  minutes === undefined ? '' : ` in the last ${number(minutes)} minutes`

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: 1 })
}
