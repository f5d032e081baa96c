import { SOME_TIERS } from './all-tiers.ts'
import { testUrlLogin } from './test-url-login.ts'

// `npm run test:long` tries every tier.
testUrlLogin(SOME_TIERS)
