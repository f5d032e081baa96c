import {
  type ApiContext,
  authenticationOf,
  clientClosedSignal,
  type FetchFor,
  requestIdOf,
} from '@gleaner/http-api'
import { createGuessLimit } from '@gleaner/http-api/limits/guess-limit'
import { noStore } from '@gleaner/http-api/middleware/security-headers'
import { type Request, type Response, Router } from 'express'
import type { BodyReaders, DoorCall } from './call.ts'
import type { Dialect } from './dialect.ts'
import { DoorError, notServed } from './door-error.ts'
import { DOOR_ENDPOINTS } from './endpoints.ts'
import { createOurs } from './ours.ts'
import { tellErrors } from './tell-errors.ts'
import { isOf } from './translate/translate.ts'

export interface DoorOptions extends BodyReaders {
  ctx: ApiContext
  fetchFor: FetchFor
}

/** Routes of one dialect, to be mounted where its paths begin. */
export function createDoor(dialect: Dialect, { ctx, fetchFor, readJson, readForm }: DoorOptions): Router {
  const router = Router({ caseSensitive: true })
  const authenticate = authenticationOf(
    { auth: 'apiKeyOrBearer' },
    ctx.authenticators,
    createGuessLimit(ctx.limits),
  )
  router.use(noStore)
  for (const { method, path, handle, instead, ...endpoint } of DOOR_ENDPOINTS) {
    if (!isOf(endpoint, dialect)) continue
    const verb = method.toLowerCase() as Lowercase<typeof method>
    router[verb](path, async (request: Request, response: Response) => {
      // Nothing of a body is read for who is nobody.
      const caller = await authenticate(request)
      if (!handle) throw notServed(`${method} ${request.baseUrl}${request.path}`, instead!)
      const signal = clientClosedSignal(response)
      const ours = createOurs(fetchFor(request, requestIdOf(response)), signal)
      const call: DoorCall = {
        dialect,
        ours,
        teamId: caller!.accountId,
        request,
        response,
        signal,
        body: () => readObject(readJson(request)),
        form: () => readForm(request),
        base: new URL(request.baseUrl, ctx.publicUrl).href,
      }
      const body = await handle(call).finally(() => response.set(ours.limits))
      response.json(body)
    })
  }
  router.use((request: Request) => {
    throw new DoorError(
      404,
      'NOT_FOUND',
      `There is nothing at ${request.method} ${request.originalUrl.slice(0, 200)}.`,
    )
  })
  router.use(tellErrors(ctx))
  return router
}

async function readObject(reading: Promise<unknown>): Promise<Record<string, unknown>> {
  const body = await reading
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>
  throw new DoorError(400, 'BAD_REQUEST', 'The body must be an object as JSON', {
    details: [{ code: 'invalid_type', path: [], message: 'must be an object' }],
  })
}
