import { type IDataObject, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow'
import { read, rest } from './api.ts'

export interface Waiting {
  path: string
  query?: IDataObject
  itemIndex: number
  /** Seconds after which it is given up. */
  atMost: number
  isDone(body: IDataObject): boolean
  /** What is waited for, and where it is read later: ends the message when it takes too long. */
  later: string
}

const FIRST_PAUSE_SECONDS = 0.5
const LONGEST_PAUSE_SECONDS = 5

/** Reads again and again until it is done, or the time is over. */
export async function waitFor(context: IExecuteFunctions, waiting: Waiting): Promise<IDataObject> {
  const { path, query, itemIndex, atMost, isDone, later } = waiting
  const end = Date.now() + atMost * 1000
  let pause = FIRST_PAUSE_SECONDS
  for (;;) {
    const body = await read(context, { path, itemIndex, ...(query && { query }) })
    if (isDone(body)) return body
    const left = (end - Date.now()) / 1000
    if (left <= 0)
      throw new NodeOperationError(context.getNode(), `It is still at work after ${atMost} seconds`, {
        description: `It goes on, and nothing is lost: ${later}. 'Wait at Most' may be longer.`,
        itemIndex,
      })
    await rest(context, Math.min(pause, left))
    pause = Math.min(pause * 1.5, LONGEST_PAUSE_SECONDS)
  }
}
