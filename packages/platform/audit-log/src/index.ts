export * from './actor.ts'
export * from './purge-audit.ts'
export * from './read-audit.ts'
export * from './record-audit.ts'
