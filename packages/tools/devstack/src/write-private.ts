import { rename, writeFile } from 'node:fs/promises'

/** Writes JSON that only its owner may read; a reader sees the old file or the new one, never half of it. */
export async function writePrivate(file: string, content: unknown): Promise<void> {
  const draft = `${file}.${process.pid}.new`
  await writeFile(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
}
