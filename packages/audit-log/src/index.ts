export * from './actor.ts'
export * from './read-audit.ts'
export * from './record-audit.ts'
