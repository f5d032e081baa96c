import type { Metrics } from '@gleaner/runtime'
import { type Findings, SURE_ENOUGH, type ValidationStage } from '@gleaner/sessions'

export interface ValidationMetrics {
  /** One stage of a validation has ended, after so many ms: with findings, or without any that tell, so that a browser goes on. */
  ended(stage: ValidationStage, result: Findings | 'passed_on', durationMs: number): void
}

export function createValidationMetrics(metrics: Metrics): ValidationMetrics {
  const labels = ['stage', 'result'] as const
  const validations = metrics.counter(
    'gleaner_session_validations_total',
    'Validations of sessions, by stage (http, browser) and result (valid, invalid, unknown, passed_on).',
    [...labels],
  )
  const seconds = metrics.histogram(
    'gleaner_session_validation_seconds',
    'Duration of the requests of one stage of a validation.',
    [...labels],
  )
  return {
    ended(stage, findings, durationMs) {
      const result = findings === 'passed_on' ? findings : resultOf(findings)
      validations.inc({ stage, result })
      seconds.observe(durationMs / 1000, { stage, result })
    },
  }
}

function resultOf({ isConclusive, confidence }: Findings): 'valid' | 'invalid' | 'unknown' {
  if (!isConclusive) return 'unknown'
  return confidence >= SURE_ENOUGH ? 'valid' : 'invalid'
}
