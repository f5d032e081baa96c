import { TIERS } from '@gleaner/contracts'
import { testSessionLeaks } from './test-session-leaks.ts'

testSessionLeaks(TIERS)
