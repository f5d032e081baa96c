import { testLinearTime } from '../testing/test-linear-time.ts'
import { DOCUMENT_INPUTS } from './document-inputs.ts'
import { RUN_INPUTS } from './run-inputs.ts'

testLinearTime({ 'runs of one thing, in every place': RUN_INPUTS, 'other documents': DOCUMENT_INPUTS })
