import { join } from 'node:path'
import { answers, type Stop, startProgram } from '../../sessions/lib/run-program.ts'

/** Serves a folder of files with Python's own server. */
export async function serveFolder(
  root: string,
  { folder, port }: { folder: string; port: number },
): Promise<Stop> {
  const args = ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', root]
  const program = { command: 'python3', args, cwd: folder, log: join(folder, 'server.log') }
  return await startProgram(program, () => answers(`http://127.0.0.1:${port}/`))
}
