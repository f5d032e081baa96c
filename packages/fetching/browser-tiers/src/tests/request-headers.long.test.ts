import { TIERS } from '@gleaner/contracts'
import { testRequestHeaders } from './test-request-headers.ts'

testRequestHeaders(TIERS)
