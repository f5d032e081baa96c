import { describeLargeWork } from '../testing/large-work.ts'

describeLargeWork({ pages: 10_000, size: 20_000, largePages: 60 })
