import type { Cli } from '../cli.ts'
import { EXIT } from '../exit-codes.ts'
import { type Counts, followItems, type Source } from './follow-items.ts'
import type { PageOfWork } from './page-of-work.ts'
import type { PageSink } from './page-sink.ts'

/** Gives the pages of a batch or crawl to a sink as they end, and tells how far it is. Returns what became of them. */
export async function deliverPages(
  cli: Cli,
  source: Source<PageOfWork>,
  sink: PageSink,
  known: ReadonlySet<string> = new Set(),
): Promise<{ delivered: number; failed: number }> {
  const sum = { delivered: 0, failed: 0 }
  try {
    for await (const page of followItems(source, known, (counts) => cli.progress.show(inWords(counts)))) {
      cli.signal.throwIfAborted()
      await sink.put(page)
      if (page.result) sum.delivered++
      else sum.failed++
    }
  } finally {
    await sink.end()
  }
  if (sum.failed > 0) cli.exitCode = EXIT.pageFailed
  return sum
}

function inWords({ total, completed, failed }: Counts): string {
  return `${completed + failed} of ${total} pages${failed > 0 ? `, ${failed} failed` : ''}`
}
