import { testLinearTime } from '../testing/test-linear-time.ts'
import { RUN_INPUTS } from './run-inputs.ts'

testLinearTime({ 'runs of one thing, in every place': RUN_INPUTS })
