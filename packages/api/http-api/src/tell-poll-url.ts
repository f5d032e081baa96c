import { API_ROOT, type Endpoint, HEADERS } from '@gleaner/contracts'
import type { Request, Response } from 'express'

/** Has a 202 say where what it has begun is read: `poll_url`, and `Location`; and a reply about what goes on still `poll_url`. */
export function tellPollUrl(
  { polled, path }: Pick<Endpoint, 'polled' | 'path'>,
  publicUrl: string,
  request: Request,
  response: Response,
): void {
  if (!polled) return
  const json = response.json.bind(response)
  response.json = (body: Record<string, unknown>) => {
    const isAccepted = response.statusCode === 202
    if (!isAccepted && body.poll_url === undefined) return json(body)
    const known = { ...request.params, ...body }
    const filled = polled.map((template) => fill(template, known)).find((address) => address !== undefined)
    if (filled === undefined) throw new Error(`a 202 of ${path} does not say what is polled`)
    const url = new URL(API_ROOT + filled, publicUrl).href
    if (isAccepted) response.setHeader(HEADERS.location, url)
    return json({ ...body, poll_url: url })
  }
}

/** Undefined where a name of the path is not known. */
function fill(template: string, known: Record<string, unknown>): string | undefined {
  let isWhole = true
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = known[name]
    isWhole &&= typeof value === 'string'
    return encodeURIComponent(String(value))
  })
  return isWhole ? filled : undefined
}
