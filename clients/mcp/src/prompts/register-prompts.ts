import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** Starting points that a person chooses. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'read_site',
    {
      title: 'Answer a question from a website',
      description: 'Finds the right pages of a site and answers from them, with their addresses.',
      argsSchema: z.object({
        site: z.string().max(2_000).describe('Where the site begins, with https://.'),
        question: z.string().max(2_000).describe('What you want to know.'),
      }),
    },
    ({ site, question }) =>
      say(
        `Answer this from the website ${site}: ${question}\nFind the right pages with map_site and its search, read them with scrape, and say for each fact which address it is from. Say so where the site does not tell.`,
      ),
  )
  server.registerPrompt(
    'why_failed',
    {
      title: 'Find out why a page failed',
      description: 'Explains why a page could not be fetched, and what can be done.',
      argsSchema: z.object({
        id: z.string().max(100).describe('The job_id of the page, or a work_id.'),
      }),
    },
    ({ id }) =>
      say(
        `Find out with check_work why ${id} failed (of a batch or crawl: list_results with failed_only). Explain it in plain words, and say what would help and what that costs at most (estimate_cost). Do not fetch anything.`,
      ),
  )
}

function say(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
}
