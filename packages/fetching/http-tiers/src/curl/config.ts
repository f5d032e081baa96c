import { z } from 'zod'

/** Settings of whatever fetches as tier 1 does. */
export const curlFields = {
  CURL_USER_AGENT: z.string().optional().describe('User-Agent of tier 1; name a contact in it'),
}
