import { TIERS } from '@gleaner/contracts'
import { testHttpsOnly } from './test-https-only.ts'

testHttpsOnly(TIERS)
