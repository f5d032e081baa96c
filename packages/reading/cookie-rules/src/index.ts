export * from './cookie.ts'
export * from './storage.ts'
