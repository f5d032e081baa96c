export * from './choose-proxies.ts'
export * from './integrations.ts'
export * from './operator-proxies.ts'
export * from './proxy-health.ts'
