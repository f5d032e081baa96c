import { parentPort, workerData } from 'node:worker_threads'
import { type CheckTask, check } from './check.ts'

/** The program of a thread that checks one answer. */
parentPort!.postMessage(check(workerData as CheckTask))
