import { PAGE_HEADERS } from '@gleaner/payments'
import type { Response } from 'express'

/** Answers with a page of ours, under a policy that lets it load and run nothing. */
export function sendHtml(response: Response, page: string): void {
  response.set(PAGE_HEADERS).send(page)
}

/** Sends a browser on, by GET. */
export function seeOther(response: Response, url: string): void {
  response.status(303).location(url).end()
}
