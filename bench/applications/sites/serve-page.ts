import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd, type Stop } from '../../sessions/lib/run-program.ts'
import { serveFolder } from './serve-folder.ts'
import type { Place } from './site.ts'

interface Page {
  /** Name below the root to the file or folder of `node_modules` that it is a copy of. */
  copies: Record<string, string>
  /** Name below the root to what the file says, `index.html` among them. */
  files: Record<string, string>
}

/** Serves a page that is written here and runs other people's libraries. */
export async function servePage(place: Place, { copies, files }: Page): Promise<Stop> {
  const root = join(place.folder, 'root')
  await mkdir(root)
  for (const [name, source] of Object.entries(copies)) {
    const args = ['-rL', join(place.modules, source), join(root, name)]
    await runToEnd({ command: 'cp', args, log: join(place.folder, 'copy.log') })
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text)
  return await serveFolder(root, place)
}
