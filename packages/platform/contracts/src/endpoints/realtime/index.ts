// Written by `pnpm docs` from the files of this folder.
export * from './live.ts'
