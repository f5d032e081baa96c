export * from './pool.ts'
export * from './retry-while-unavailable.ts'
export * from './unavailable.ts'
