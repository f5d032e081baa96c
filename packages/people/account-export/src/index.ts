export * from './export-rows.ts'
export * from './tables.ts'
