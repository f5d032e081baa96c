import { fileURLToPath } from 'node:url'
import { askSharedProgram } from '@gleaner/testkit/shared-program'
import type { DevInfo } from '../dev-info.ts'

/** The fleet that the suites of a run share, as one of them sees it. */
export interface SharedFleet {
  /** Its keys and its user are of an account that no other suite has. */
  info: DevInfo
  /** Of the API, without a path. */
  url: string
  /** Ports of 127.0.0.1 that are this suite's: its work may reach them, and pages from there may call the API. */
  ports: readonly number[]
}

const PROGRAM = fileURLToPath(import.meta.resolve('./shared-fleet-main.ts'))

/** For suites that need no settings and kill nothing: a fleet of one's own costs ten seconds of a processor. */
export async function shareFleet(): Promise<SharedFleet> {
  return await askSharedProgram<SharedFleet>(PROGRAM)
}
