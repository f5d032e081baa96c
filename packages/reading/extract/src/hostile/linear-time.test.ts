import { testLinearTime } from '../testing/test-linear-time.ts'
import { DATA_INPUTS } from './data-inputs.ts'
import { SOME_RUN_INPUTS } from './run-inputs.ts'
import { STRUCTURE_INPUTS } from './structure-inputs.ts'

// `npm run test:long` reads other documents as well, and runs in every place.
testLinearTime({
  'runs of one thing': SOME_RUN_INPUTS,
  'many elements': STRUCTURE_INPUTS,
  'declared data': DATA_INPUTS,
})
