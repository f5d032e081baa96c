import { testIsolation } from '../testing/test-isolation.ts'

testIsolation(() => true)
