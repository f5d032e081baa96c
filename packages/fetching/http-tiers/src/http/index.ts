export * from './fetcher.ts'
