export * from './beta-features.ts'
