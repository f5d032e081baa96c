// Written by `pnpm docs` from the files of this folder.
export * from './events.ts'
export * from './replies.ts'
export * from './request.ts'
export * from './webhook-log.ts'
