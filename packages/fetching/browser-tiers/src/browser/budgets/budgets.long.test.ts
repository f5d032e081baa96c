import { HOSTILE_PAGES } from '../testing/hostile-pages.ts'
import { testPageBudgets } from '../testing/test-page-budgets.ts'

testPageBudgets(Object.keys(HOSTILE_PAGES))
