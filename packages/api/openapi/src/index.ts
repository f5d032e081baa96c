export * from './async-document.ts'
export * from './document.ts'
