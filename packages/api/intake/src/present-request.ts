import { isDeepStrictEqual } from 'node:util'
import { type AskedJob, presentLabels, ScrapeRequest } from '@gleaner/contracts'
import { maskRequest } from '@gleaner/contracts/mask-request'
import { EXTRACTION_PROFILES, schemaOfProfile } from '@gleaner/contracts/schemas/scrape/extraction-profiles'
import type { AskedRequest } from '@gleaner/jobs'
import { isScrape } from './ask-again.ts'

/** What was made of a request beside its own fields. */
const MADE = ['warnings', 'flat_reply', 'selectors', 'auto_profile'] as const
/** A request that says nothing but its page. */
const DEFAULTS = ScrapeRequest.parse({ url: 'https://example.com/' })

/** What a job was asked with, as `POST /scrape` takes it: what is as by default is left out, and so are secrets, which are sealed apart. */
export function presentRequest(asked: AskedRequest): AskedJob {
  const { spec, hadSecrets: had_secrets } = asked
  if (!isScrape(spec)) return { request: null, had_secrets }
  const fields: Record<string, unknown> = {
    ...spec,
    ...readBy(asked),
    ...(asked.webhookUrl && { webhook_url: asked.webhookUrl }),
    ...presentLabels(asked),
  }
  for (const name of MADE) delete fields[name]
  return { request: maskRequest(withoutDefaults(fields, DEFAULTS)), had_secrets }
}

/** What reads the page, by the name that it was asked for. */
function readBy({ spec }: AskedRequest): object {
  const { selectors, template, auto_profile, extraction_schema } = spec
  if (auto_profile) return { extraction_profile: 'auto' }
  if (template === undefined && selectors) {
    const { name: _, ...inline } = selectors
    return { template: inline }
  }
  const profile =
    extraction_schema &&
    EXTRACTION_PROFILES.find((name) => isDeepStrictEqual(schemaOfProfile(name), extraction_schema))
  return profile ? { extraction_profile: profile, extraction_schema: undefined } : {}
}

function withoutDefaults(fields: object, defaults: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const usual = (defaults as Record<string, unknown>)[name]
      if (value === undefined || value === null || isDeepStrictEqual(value, usual)) return []
      const isGroup = name === 'advanced' || name === 'cost_controls'
      return [[name, isGroup ? withoutDefaults(value, usual as object) : value]]
    }),
  )
}
