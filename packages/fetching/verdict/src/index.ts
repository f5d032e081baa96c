export * from './classify.ts'
export * from './content-types.ts'
export * from './verdict.ts'
