import { testIsolation } from '../testing/test-isolation.ts'

// Of each kind every sixth; `npm run test:long` leaves all.
testIsolation((place) => place % 6 === 0)
