import { testIsolation } from '../testing/test-isolation.ts'

// Of each kind every third; `npm run test:long` leaves all.
testIsolation((place) => place % 3 === 0)
