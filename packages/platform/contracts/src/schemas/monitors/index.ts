// Written by `pnpm docs` from the files of this folder.
export * from './fields.ts'
export * from './groups.ts'
export * from './history.ts'
export * from './monitors.ts'
export * from './settings.ts'
