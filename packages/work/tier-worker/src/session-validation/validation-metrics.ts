import type { Metrics } from '@gleaner/runtime'
import { type Observation, SURE_ENOUGH, type ValidationStage } from '@gleaner/sessions'

export interface ValidationMetrics {
  /** One stage of a validation has ended, after so many ms: with findings, or without any that tell, so that a browser goes on. */
  ended(stage: ValidationStage, result: Observation | 'passed_on', durationMs: number): void
}

export function createValidationMetrics(metrics: Metrics): ValidationMetrics {
  const validations = metrics.counter('gleaner_session_validations_total')
  const seconds = metrics.histogram('gleaner_session_validation_seconds')
  return {
    ended(stage, findings, durationMs) {
      const result = findings === 'passed_on' ? findings : resultOf(findings)
      validations.inc({ stage, result })
      seconds.observe(durationMs / 1000, { stage, result })
    },
  }
}

function resultOf({ isConclusive, confidence }: Observation): 'valid' | 'invalid' | 'unknown' {
  if (!isConclusive) return 'unknown'
  return confidence >= SURE_ENOUGH ? 'valid' : 'invalid'
}
