import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Reading } from './site.ts'

/** A small book of documentation in Markdown, which every generator makes a site of. */
const BOOK: Record<string, string> = {
  'index.md': `# Kettle

Kettle runs small jobs on a schedule and keeps what they print. It is one program without a database, made for a single
machine that nobody wants to look after.

## Why another scheduler

Cron forgets what a job has printed as soon as the mail is lost. Kettle keeps the last hundred runs of every job with
their output, their exit code and the time they took.

- Jobs are files in a folder.
- A run that takes too long is stopped.
- Nothing is lost when the power fails.
`,
  'install.md': `# Installing Kettle

Kettle needs Linux 5.10 or newer and 30 megabytes of memory. Download the program, make it executable and start it once:

\`\`\`bash
curl -LO https://kettle.example/kettle
chmod +x kettle
./kettle init --folder /var/lib/kettle
\`\`\`

The first start writes a settings file and prints the address of the status page. It never opens a port that is reachable
from outside unless the settings say so.

## Settings

| Name | Default | Meaning |
| --- | --- | --- |
| listen | 127.0.0.1:8999 | Address of the status page |
| keep | 100 | Runs that are kept of each job |
| grace | 30 | Seconds a job gets to end by itself |

> A job that ignores the signal is killed when the grace time has passed, with all processes that it has started.
`,
  'jobs.md': `# Writing jobs

A job is a file whose first lines are a header. The header names the schedule in five fields, as cron does, and the time
zone that they are meant in.

\`\`\`yaml
schedule: "15 3 * * 1-5"
timezone: Europe/Lisbon
command: ./backup.sh --full
\`\`\`

## What happens when a run is missed

A machine that was off at the planned time runs the job once when it comes back, however many runs were missed. Set
*catch_up* to \`false\` and a missed run is skipped.

1. The header is read again before every run.
2. A mistake in it is shown on the status page.
3. The job keeps its old header until the mistake is mended.
`,
}

/** Writes the book into a folder, with what the generator wants above each page. */
export async function writeBook(
  folder: string,
  heading: (title: string, name: string) => string = () => '',
  names: Record<string, string> = {},
): Promise<void> {
  for (const [name, text] of Object.entries(BOOK)) {
    const path = join(folder, names[name] ?? name)
    await mkdir(dirname(path), { recursive: true })
    const title = /^# (.*)/.exec(text)![1]!
    await writeFile(path, heading(title, name) + text)
  }
}

/** All of a page that a reader should get, sentence by sentence. */
export function readingOf(name: keyof typeof BOOK & string, lacks: string[] = []): Reading {
  const has = BOOK[name]!.split(/\n\n|\n(?=[|\-\d])/)
    .flatMap((block) => block.replace(/```\w*\n?/g, '').split(/(?<=[.:])\s+/))
    .map((text) => text.replace(/^(#+|>|-|\d\.)\s+/gm, '').trim())
    .filter((text) => /\w/.test(text) && !/^[|\s-]+$/.test(text))
    .flatMap((text) => (text.startsWith('|') ? text.split('|').map((cell) => cell.trim()) : [text]))
    .filter(Boolean)
  return { has, lacks }
}
