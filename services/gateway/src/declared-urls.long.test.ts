import { testDeclaredUrls } from './testing/declared/test-declared-urls.ts'

testDeclaredUrls()
