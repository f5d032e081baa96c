// `pnpm layers`: fails when a package uses one that is not below it, or one that it does not declare.
import { findLayerFaults } from './find-layer-faults.mjs'
import { ROOT } from './setup/root.mjs'

const faults = findLayerFaults(ROOT.replace(/\/$/, ''))
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
