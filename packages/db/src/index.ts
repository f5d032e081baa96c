export * from './pool.ts'
export * from './unavailable.ts'
