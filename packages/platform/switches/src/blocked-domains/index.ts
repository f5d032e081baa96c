export * from './blocked-domains.ts'
export * from './live-blocked-domains.ts'
