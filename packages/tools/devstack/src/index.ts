export type { DevInfo } from './dev-info.ts'
export { type Fleet, type FleetOptions, startFleet } from './fleet.ts'
