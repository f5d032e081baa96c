import type { MapRequest } from '@gleaner/contracts'
import { checkPatterns } from '@gleaner/crawl/urls/index'
import { refuse } from '../check-scrape.ts'
import { checkTargetUrl } from '../check-url.ts'
import type { IntakeContext } from '../context.ts'

/** Checks the address of a map, and what bounds it. */
export function checkMap(ctx: Pick<IntakeContext, 'egress'>, request: MapRequest): void {
  checkTargetUrl(ctx, request.url)
  refuse(
    (['include_patterns', 'exclude_patterns'] as const).flatMap((field) =>
      checkPatterns(request[field] ?? []).map(({ index, message }) => ({
        path: `${field}.${index}`,
        message,
      })),
    ),
  )
}
