import { ApiError, inWords, RETENTION } from '@gleaner/contracts'
import { checkMap } from '@gleaner/intake'
import {
  abandonMap,
  awaitMap,
  beginMap,
  type EndedMap,
  enqueueMap,
  type MapError,
  NOT_MADE,
  readMap,
  readPieces,
  reopenMap,
} from '@gleaner/maps/life'
import { QueueUnavailable } from '@gleaner/queue'
import type { Response } from 'express'
import type { Context } from '../context.ts'
import type { Handler } from '../handler.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { createOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'
import { writeChunk } from '../write-chunk.ts'

/** POST /map. With an Idempotency-Key a caller who comes back finds the same map, made again if it had failed. */
export const createMap: Handler<'createMap'> = async (ctx, call) => {
  const { body, caller, request, response, signal } = call
  const { accountId, apiKeyId, test } = caller
  checkMap(ctx, body)
  let isNew = false
  const { map_id } = await createOnce(ctx, call, 200, async ({ sql }) => {
    isNew = true
    return { map_id: await beginMap(sql, { accountId, apiKeyId, test, request: body }) }
  })
  if (!isNew) await reopenMap(ctx.jobs.pool, accountId, map_id)
  await enqueue(ctx, map_id)
  const map = await awaitMap(ctx.jobs, accountId, map_id, signal)
  if (map) return await sendMap(ctx, map, accountId, response, signal)
  // Who has named a key may come back for it.
  if (!signal.aborted || idempotencyKeyOf(request) === undefined)
    await abandonMap(ctx.jobs, map_id, signal.aborted ? GONE : NOT_MADE)
  throw errorOf(NOT_MADE)
}

/** GET /map/{map_id}. */
export const getMap: Handler<'getMap'> = async (ctx, { caller, params, response, signal }) => {
  const { accountId } = caller
  const map_id = uuidOrNotFound(params.map_id)
  const map = await readMap(ctx.jobs.pool, accountId, map_id)
  if (map === null) throw new ApiError('NOT_FOUND', NO_MAP)
  if ('labels' in map) response.status(202).json({ map_id, status: 'running', ...map.labels })
  else await sendMap(ctx, map, accountId, response, signal)
}

async function enqueue({ jobs }: Context, id: string): Promise<void> {
  try {
    await enqueueMap(jobs.producer, id)
  } catch (error) {
    await abandonMap(jobs, id, NOT_QUEUED).catch(() => {})
    throw error instanceof QueueUnavailable ? errorOf(NOT_QUEUED) : error
  }
}

/** Sends the reply as it was written down, of which the process holds a piece at a time. */
async function sendMap(
  { jobs, pages }: Context,
  map: EndedMap,
  accountId: string,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  if (map.error || map.bytes === 0) throw errorOf(map.error ?? NOT_MADE)
  await pages.inPlace(accountId, signal, async (within) => {
    const pieces = readPieces(jobs.pool, map)
    // What cannot be read is to be found out while another reply can still be given.
    const first = await pieces.next()
    response.type('application/json')
    response.setHeader('Content-Length', map.bytes)
    if (first.value) await writeChunk(response, first.value, within)
    for await (const piece of pieces) await writeChunk(response, piece, within)
    response.end()
  })
}

function errorOf({ code, message, details }: MapError): ApiError {
  return new ApiError(code, message, details)
}

const NO_MAP = `There is no such map. Maps are kept for ${inWords(RETENTION.resultMs)}.`
const GONE: MapError = { code: 'CANCELLED', message: 'The caller went away before the map was made.' }
const NOT_QUEUED: MapError = {
  code: 'QUEUE_UNAVAILABLE',
  message: 'The queue cannot be reached; nothing was asked. Repeat the request.',
}
