import type { Response } from 'express'

/** Replies with text that is JSON already. `response.send` would parse its type again, and look for conditions that only a GET has. */
export function sendJsonText(response: Response, json: string): void {
  const bytes = Buffer.from(json)
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', bytes.length)
  response.end(bytes)
}
