import { HOSTILE_PAGES } from '../testing/hostile-pages.ts'
import { MORE_HOSTILE_PAGES } from '../testing/more-hostile-pages.ts'
import { testPageBudgets } from '../testing/test-page-budgets.ts'

testPageBudgets({ ...HOSTILE_PAGES, ...MORE_HOSTILE_PAGES })
