export { CommitUnknown } from './commit-unknown.ts'
export * from './pool.ts'
export * from './retry-while-unavailable.ts'
export * from './unavailable.ts'
