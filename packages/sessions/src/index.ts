export * from './vault.ts'
