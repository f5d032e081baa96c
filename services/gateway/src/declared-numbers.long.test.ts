import { testDeclaredNumbers } from './testing/declared/test-declared-numbers.ts'

testDeclaredNumbers()
