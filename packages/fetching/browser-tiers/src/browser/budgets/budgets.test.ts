import { HOSTILE_PAGES } from '../testing/hostile-pages.ts'
import { testPageBudgets } from '../testing/test-page-budgets.ts'

/** One that takes memory, one that takes time, and one that is large; `npm run test:long` opens all. */
const PAGES = ['array buffers', 'a worker that spins', 'a document of 60 MB']

testPageBudgets(Object.fromEntries(PAGES.map((name) => [name, HOSTILE_PAGES[name]!])))
