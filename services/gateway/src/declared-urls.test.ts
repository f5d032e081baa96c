import { testDeclaredUrls } from './testing/declared/test-declared-urls.ts'

/** Of the six kinds of logins, in turn; `npm run test:long` sends all. */
testDeclaredUrls(1)
