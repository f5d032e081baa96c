import type { Session, SessionValidation } from '@gleaner/contracts'
import { type Observation, SURE_ENOUGH } from './validation.ts'

/** Observation as a reply tells them, about the session as it is after them. */
export function showValidation(session: Session, findings: Observation): SessionValidation {
  const isValid = isSignedIn(session, findings)
  return {
    id: session.id,
    name: session.name,
    domain: session.domain,
    status: session.status,
    is_valid: isValid,
    valid: isValid,
    confidence: findings.confidence,
    http_status: findings.httpStatus,
    detected_user: findings.detectedUser,
    cookie_expiry_detected: findings.cookieExpiry ?? session.cookies_expire_at,
    cookies_expiring_soon: findings.isExpirySoon || session.expiry_status === 'expiring',
    indicators_found: { account_links: findings.accountLinks, user_elements: findings.userElements },
    consecutive_failures: session.consecutive_failures,
    details: findings.details,
    reason: isValid ? null : findings.details,
  }
}

/** Where the pages lean to neither side, it is as it was. */
function isSignedIn({ status }: Session, { isConclusive, confidence }: Observation): boolean {
  if (!isConclusive && confidence === SURE_ENOUGH) return status === 'active'
  return confidence >= SURE_ENOUGH
}
