import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'

/** One line that says on what something was measured. */
export function describeMachine(): string {
  const [first] = cpus()
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} x ${first?.model.trim()}, ${memory} GB, Node ${process.versions.node}, commit ${commit}`
}
