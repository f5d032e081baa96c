import { HOSTILE_PAGES } from '../testing/hostile-pages.ts'
import { testPageBudgets } from '../testing/test-page-budgets.ts'

/** One of each place where a page may take memory or time; `npm run test:long` opens all. */
const PAGES = [
  'array buffers',
  'objects of workers',
  'textures',
  'a worker that spins',
  'a document of 60 MB',
  'a form of 22 MB of control characters',
]

testPageBudgets(Object.fromEntries(PAGES.map((name) => [name, HOSTILE_PAGES[name]!])))
