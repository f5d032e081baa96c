import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeInside } from '../files/write-inside.ts'
import type { PageOfWork } from './page-of-work.ts'

/** Beside the pages: what was crawled, and a line of JSON for each page. */
const ABOUT = 'gleaner-crawl.json'
const INDEX = 'gleaner-pages.jsonl'

export interface AboutCrawl {
  crawl_id: string
  url: string
  formats: string[]
}

export async function writeAbout(folder: string, about: AboutCrawl): Promise<void> {
  await writeInside(folder, ABOUT, `${JSON.stringify(about, undefined, 2)}\n`)
}

export async function readAbout(folder: string): Promise<AboutCrawl | undefined> {
  const text = await readFile(join(folder, ABOUT), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (parsed(text) as AboutCrawl | undefined)
}

export async function addToIndex(folder: string, page: PageOfWork, files: readonly string[]): Promise<void> {
  const { url, jobId, status, result, error, errorCode } = page
  const line = {
    url,
    job_id: jobId,
    status,
    status_code: result?.status_code,
    title: result?.title,
    files,
    error,
    error_code: errorCode,
  }
  await mkdir(folder, { recursive: true })
  await appendFile(join(folder, INDEX), `${JSON.stringify(line)}\n`)
}

/** The jobs whose pages are there. A line that was cut by a crash is none. */
export async function readIndexed(folder: string): Promise<Set<string>> {
  const text = await readFile(join(folder, INDEX), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => parsed(line) as { job_id?: string } | undefined)
  return new Set(lines.map((line) => line?.job_id).filter((id) => id !== undefined))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
