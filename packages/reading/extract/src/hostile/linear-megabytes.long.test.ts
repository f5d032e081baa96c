import { testLinearMegabytes } from '../testing/test-linear-megabytes.ts'
import { DATA_INPUTS } from './data-inputs.ts'
import { DOCUMENT_INPUTS } from './document-inputs.ts'
import { STRUCTURE_INPUTS } from './structure-inputs.ts'

testLinearMegabytes([...STRUCTURE_INPUTS, ...DATA_INPUTS, ...DOCUMENT_INPUTS].map(({ name }) => name))
