export * from './fetcher.ts'
export * from './plain-headers.ts'
export * from './proxy-dispatchers.ts'
