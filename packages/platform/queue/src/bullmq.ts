import { createRequire } from 'node:module'
import type * as bullmq from 'bullmq'

const require = createRequire(import.meta.url)

/**
 * The parts of BullMQ that we use, each from its own file: the package's entry also loads its Postgres backend and more
 * clients of Redis, which would be 2 MB in every process.
 */
export const { Job }: Pick<typeof bullmq, 'Job'> = require('bullmq/dist/cjs/classes/job.js')
export const { Queue }: Pick<typeof bullmq, 'Queue'> = require('bullmq/dist/cjs/classes/queue.js')
export const { Worker }: Pick<typeof bullmq, 'Worker'> = require('bullmq/dist/cjs/classes/worker.js')
export const { DelayedError }: Pick<typeof bullmq, 'DelayedError'> =
  require('bullmq/dist/cjs/classes/errors/delayed-error.js')
