export * from './cookie.ts'
