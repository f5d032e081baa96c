export * from './classify.ts'
export * from './content-types.ts'
export * from './retry-after.ts'
export * from './verdict.ts'
