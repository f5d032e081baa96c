import { Gleaner, GleanerError } from '@gleaner/sdk'
import { type Environment, InputError, type Inputs, readInputs } from './inputs.ts'
import { type Page, readPages } from './read-pages.ts'
import { appendOutputs, appendSummary, errorCommand, maskCommand, oneLine } from './runner.ts'
import { openFolder } from './write-files.ts'

/** Does what the workflow asks for; returns the exit code. `say` writes a line of the log. */
export async function runAction(env: Environment, say: (line: string) => void): Promise<0 | 1> {
  try {
    const inputs = readInputs(env)
    say(maskCommand(inputs.apiKey))
    return await scrapeInto(inputs, env, say)
  } catch (error) {
    if (!(error instanceof GleanerError || error instanceof InputError)) throw error
    const remedy = error instanceof GleanerError ? error.remedy : undefined
    const sentences = [error.message.replace(/[^.!?]$/, '$&.'), ...(remedy ? [remedy] : [])]
    say(errorCommand(sentences.join(' ')))
    return 1
  }
}

async function scrapeInto(inputs: Inputs, env: Environment, say: (line: string) => void): Promise<0 | 1> {
  const { apiKey, baseUrl, failOn, timeoutSeconds, output } = inputs
  const gleaner = new Gleaner({ apiKey, baseUrl, userAgent: 'gleaner-github-action' })
  const folder = await openFolder(env.GITHUB_WORKSPACE ?? '.', output)
  const pages: Page[] = []
  for await (const { result, ...page } of readPages(gleaner, inputs, timeoutSeconds * 1000)) {
    // The content is on the disk then: a large crawl need not fit into memory.
    const files = result ? await folder.write(page.url, result) : []
    pages.push({ ...page, files })
    say(
      oneLine(
        result
          ? `Done: ${page.url} (${page.title ?? 'without a title'})`
          : `Failed: ${page.url}: ${page.error}`,
      ),
    )
  }
  const files = [...pages.flatMap((page) => page.files), await folder.writeIndex(pages)]
  const failed = pages.filter(({ error }) => error !== undefined)
  const credits = pages.reduce((sum, page) => sum + (page.credits ?? 0), 0)
  await appendOutputs(env.GITHUB_OUTPUT, {
    files: JSON.stringify(files),
    credits: String(Number(credits.toFixed(4))),
    'job-ids': JSON.stringify(pages.map(({ jobId }) => jobId)),
    failed: String(failed.length),
  })
  await appendSummary(env.GITHUB_STEP_SUMMARY, pages, credits)
  const isFailure =
    failOn === 'any'
      ? failed.length > 0
      : failOn === 'all' && pages.length > 0 && failed.length === pages.length
  if (!isFailure) return 0
  say(
    errorCommand(
      `${failed.length} of ${pages.length} pages could not be had. ${failed[0]!.url}: ${failed[0]!.error}`,
    ),
  )
  return 1
}
