import { testCrawls } from '../testing/test-crawls.ts'

testCrawls(['calendar in the query', 'session in the path', 'random words', 'facets of a shop'])
