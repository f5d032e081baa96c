// Written by `pnpm docs` from the files of this folder.
export * from './destinations.ts'
export * from './runs.ts'
