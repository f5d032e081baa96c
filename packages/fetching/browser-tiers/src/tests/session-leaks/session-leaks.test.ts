import { SOME_TIERS } from '../all-tiers.ts'
import { testSessionLeaks } from './test-session-leaks.ts'

// `npm run test:long` tries every tier.
testSessionLeaks(SOME_TIERS)
