// Written by `pnpm docs` from the files of this folder.
export * from './alert-types.ts'
export * from './channels.ts'
export * from './history.ts'
export * from './rules.ts'
