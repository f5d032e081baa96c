import {
  authenticationOf,
  clientClosedSignal,
  fetchInside,
  refuseOtherMethods,
  requestIdOf,
} from '@gleaner/http-api'
import { createCallerLimit } from '@gleaner/http-api/limits/caller-limit'
import { createGuessLimit } from '@gleaner/http-api/limits/guess-limit'
import { noStore } from '@gleaner/http-api/middleware/security-headers'
import { createHandler } from '@gleaner/mcp'
import { resourceMetadataUrl } from '@gleaner/oauth'
import { inLineOf } from '@gleaner/runtime'
import { type Express, type NextFunction, type Request, type Response, Router } from 'express'
import type { Context } from '../../context.ts'
import { readJsonBody } from '../../read-json-body.ts'
import { actAs } from './act-as.ts'
import { allowedOrigins } from './allowed-origins.ts'
import { asksEndpoints, readMessage } from './read-message.ts'
import { readingInTurns } from './reading-in-turns.ts'
import { tellErrors } from './tell-errors.ts'

const PATH = '/mcp'

/** What asks no endpoint (a list, a greeting) takes the token of a read; tools take those of the endpoints that they ask. */
const ASKING = { method: 'POST', path: PATH, tokens: 1, takesSlot: false } as const

/**
 * The Model Context Protocol over Streamable HTTP: tools that ask our own endpoints, as whoever sends a request. Nothing is kept between requests.
 */
export function mcp(app: Express, ctx: Context): Router {
  const router = Router({ caseSensitive: true })
  const fetchFor = fetchInside(app)
  const authenticate = authenticationOf(
    { auth: 'apiKeyOrBearer' },
    ctx.authenticators,
    createGuessLimit(ctx.limits),
  )
  const limit = createCallerLimit(ctx, {
    ...ASKING,
    summary: '',
    auth: 'apiKeyOrBearer',
    responses: {},
    errors: [],
  })
  const refuseStrangers = allowedOrigins(ctx.config)
  const { handle } = createHandler({
    stopping: ctx.draining,
    onError: (error) => ctx.logger.debug({ err: error }, 'a request over MCP was refused'),
  })
  const metadata = resourceMetadataUrl(ctx.config.PUBLIC_URL, PATH)

  router.use(PATH, noStore, (request: Request, response: Response, next: NextFunction) => {
    response.locals.resourceMetadata = metadata
    refuseStrangers(request)
    next()
  })
  router.post(PATH, async (request: Request, response: Response) => {
    // Nothing of a body is read for who is nobody.
    const caller = (await authenticate(request))!
    const message = readMessage(await readJsonBody(undefined, request))
    if (!asksEndpoints(message)) await limit(caller, response)
    if (message.method === 'subscriptions/listen') endWithProcess(ctx, response)
    const fetch = readingInTurns(
      ctx,
      caller,
      fetchFor(request, requestIdOf(response)),
      clientClosedSignal(response),
    )
    const client = actAs(request, fetch)
    await inLineOf(caller.accountId, () => handle(request, response, message, client))
  })
  refuseOtherMethods(router, PATH, ['POST'])
  router.use(PATH, tellErrors(ctx))
  return router
}

/** Whoever listens comes back to another gateway. */
function endWithProcess({ forwarded }: Pick<Context, 'forwarded'>, response: Response): void {
  forwarded.add(response)
  response.once('close', () => forwarded.delete(response))
}
