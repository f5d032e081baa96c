import { LIMITS } from '@gleaner/contracts'
import { createDoor, type Dialect } from '@gleaner/firecrawl'
import { fetchInside } from '@gleaner/http-api'
import { type Express, Router } from 'express'
import type { Context } from '../context.ts'
import { readJsonBody } from '../read-json-body.ts'
import { readFileForm } from '../read-multipart.ts'

/** Where Firecrawl's clients ask: one of them drops what stands before the version. */
const MOUNTS: readonly [path: string, dialect: Dialect][] = [
  ['/v2', 'v2'],
  ['/v1', 'v1'],
  ['/api/v0', 'v0'],
  ['/firecrawl/v2', 'v2'],
  ['/firecrawl/v1', 'v1'],
]

/** The API of Firecrawl, as calls of our own endpoints. */
export function firecrawl(app: Express, ctx: Context): Router {
  const router = Router()
  const options = {
    ctx,
    fetchFor: fetchInside(app),
    readJson: (request: Parameters<typeof readJsonBody>[1]) => readJsonBody(undefined, request),
    readForm: (request: Parameters<typeof readFileForm>[0]) => readFileForm(request, LIMITS.parseFile),
  }
  for (const [path, dialect] of MOUNTS) router.use(path, createDoor(dialect, options))
  return router
}
