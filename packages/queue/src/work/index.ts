export * from './kinds.ts'
export type { Permit } from './local-fair-semaphore.ts'
export * from './places.ts'
export * from './unfinished.ts'
