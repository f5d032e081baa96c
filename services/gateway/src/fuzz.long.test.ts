import { testFuzz } from './testing/test-fuzz.ts'

testFuzz(50)
