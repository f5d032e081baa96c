import { type Observation, SURE_ENOUGH } from '@gleaner/sessions'

/** So far from "half and half" a judgement counts where nothing more can be asked. */
const CLEAR = 25

/** What holds when no further stage follows: the clearer findings of both stages. */
export function lastWord(findings: Observation, earlier: Observation | null): Observation {
  const clearest =
    !findings.isConclusive && earlier && clarity(earlier) > clarity(findings) ? earlier : findings
  return { ...clearest, isConclusive: clearest.isConclusive || clarity(clearest) >= CLEAR }
}

function clarity({ confidence }: Observation): number {
  return Math.abs(confidence - SURE_ENOUGH)
}
