import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cli } from '../cli.ts'
import { pagePath } from '../files/page-path.ts'
import { writeInside } from '../files/write-inside.ts'
import { asFile, endingOf, valueIn } from '../output/content.ts'
import { styled } from '../output/styled.ts'
import { addToIndex } from './page-index.ts'
import type { PageOfWork } from './page-of-work.ts'

/** Where pages of a batch or crawl go as they end. */
export interface PageSink {
  put(page: PageOfWork): Promise<void>
  end(): Promise<void>
}

/** Files below a folder, with an index of them. */
export function folderSink(cli: Cli, folder: string, formats: readonly string[]): PageSink {
  return {
    async put(page) {
      const { result } = page
      const files: string[] = []
      for (const format of result ? formats : []) {
        const path = pagePath(page.url, endingOf(format))
        const encoding = format === 'raw' ? result!.raw_encoding : undefined
        await writeInside(folder, path, asFile(valueIn(result!, format), encoding))
        files.push(path)
      }
      // After the files: who is ended in between writes them again.
      await addToIndex(folder, page, files)
      if (page.error) cli.warn(`${page.url}: ${page.error}`)
    },
    end: async () => {},
  }
}

/** A line of JSON for each page in a file. */
export async function fileSink(
  cli: Cli,
  path: string,
  formats: readonly string[],
  isNew: boolean,
): Promise<PageSink> {
  const file = await open(path, isNew ? 'w' : 'a')
  return {
    async put(page) {
      await file.appendFile(`${JSON.stringify(lineOf(cli, page, formats))}\n`)
      if (page.error) cli.warn(`${page.url}: ${page.error}`)
    },
    end: () => file.close(),
  }
}

/** A line for each page: of JSON in a pipe, for people what became of it. */
export function streamSink(cli: Cli, formats: readonly string[]): PageSink {
  const { out, flags } = cli
  return {
    async put(page) {
      cli.progress.clear()
      const { result, error, url } = page
      if (flags.json || !out.isTerminal) out.json(lineOf(cli, page, formats))
      else if (result) out.line([styled('green', '✓ '), url, styled('dim', ` ${result.title ?? ''}`)])
      else out.line([styled('red', '✗ '), url, styled('dim', ` ${error ?? page.status}`)])
      await out.room()
    },
    end: async () => {},
  }
}

function lineOf(cli: Cli, page: PageOfWork, formats: readonly string[]): object {
  if (cli.flags.json) return page.whole
  const { url, status, externalId, jobId, result, error, errorCode } = page
  return {
    url,
    status,
    external_id: externalId,
    job_id: jobId,
    status_code: result?.status_code,
    title: result?.title,
    ...(result && Object.fromEntries(formats.map((format) => [format, valueIn(result, format)]))),
    error,
    error_code: errorCode,
  }
}

/** Which one it is, by the name that was given. */
export async function sinkFor(
  cli: Cli,
  output: string | undefined,
  formats: readonly string[],
  isNew: boolean,
): Promise<PageSink> {
  if (output === undefined) return streamSink(cli, formats)
  return /\.(jsonl|ndjson|json)$/i.test(output)
    ? await fileSink(cli, join(output), formats, isNew)
    : folderSink(cli, output, formats)
}
