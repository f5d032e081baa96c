export * from './network-key.ts'
export * from './rate-limits.ts'
