import { ago, expire } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'
import { VALIDATIONS_KEPT_MS } from './validation/background.ts'

const USES_KEPT_DAYS = 90
const EVENTS_KEPT_DAYS = 365
const DELETED_KEPT_DAYS = 90

/** What came of validations, uses and other events of the trails of sessions, and sessions that were deleted. */
export const SESSION_PURGES = [
  expire({
    name: 'session-validations',
    table: 'login_session_validation',
    by: 'ended_at',
    before: ago(VALIDATIONS_KEPT_MS),
    where: 'ended_at IS NOT NULL',
  }),
  expire({
    name: 'session-uses',
    table: 'login_session_event',
    by: 'created_at',
    before: ago(USES_KEPT_DAYS * DAY_MS),
    where: "action = 'used_for_scrape'",
  }),
  expire({
    name: 'session-events',
    table: 'login_session_event',
    by: 'created_at',
    before: ago(EVENTS_KEPT_DAYS * DAY_MS),
  }),
  expire({
    name: 'deleted-sessions',
    table: 'login_session',
    by: 'deleted_at',
    before: ago(DELETED_KEPT_DAYS * DAY_MS),
    where: 'deleted_at IS NOT NULL',
  }),
]
