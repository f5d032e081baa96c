import { TIERS } from '@gleaner/contracts'
import { testUrlLogin } from './test-url-login.ts'

testUrlLogin(TIERS)
