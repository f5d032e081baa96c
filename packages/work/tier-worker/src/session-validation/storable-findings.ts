import type { Observation } from '@gleaner/sessions'

const MOST_TEXTS = 20
const TEXT_CHARS = 200
const DETAILS_CHARS = 500

/**
 * Observation as they may be kept: whatever a page holds, they are small, without what `hide` takes out of their texts, and the confidence is a
 * whole number from 0 to 100.
 */
export function storableFindings(findings: Observation, hide: (text: string) => string): Observation {
  const { confidence } = findings
  const detectedUser = findings.detectedUser === null ? null : hide(findings.detectedUser)
  const details = hide(findings.details)
  const [accountLinks, userElements] = [findings.accountLinks.map(hide), findings.userElements.map(hide)]
  return {
    ...findings,
    confidence: Math.round(Math.min(100, Math.max(0, confidence))),
    detectedUser: detectedUser === null ? null : detectedUser.slice(0, TEXT_CHARS),
    accountLinks: short(accountLinks),
    userElements: short(userElements),
    details: details.slice(0, DETAILS_CHARS),
  }
}

function short(texts: readonly string[]): string[] {
  return texts.slice(0, MOST_TEXTS).map((text) => text.slice(0, TEXT_CHARS))
}
