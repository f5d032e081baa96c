export * from './fetcher.ts'
export * from './send-by-got.ts'
export * from './session-pool.ts'
