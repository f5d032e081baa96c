import { execFileSync } from 'node:child_process'

interface CommandStats {
  calls: number
  usec: number
}

/** How often and how long Redis has run each command so far, as `INFO commandstats` tells it. */
export async function commandStats(redisUrl: string) {
  const { hostname, port, password } = new URL(redisUrl)
  const text = execFileSync('redis-cli', ['-h', hostname, '-p', port, 'INFO', 'commandstats'], {
    encoding: 'utf8',
    env: { ...process.env, REDISCLI_AUTH: password },
  })
  const stats = new Map<string, CommandStats>()
  for (const [, name, calls, usec] of text.matchAll(/^cmdstat_(\S+):calls=(\d+),usec=(\d+)/gm))
    stats.set(name!, { calls: Number(calls), usec: Number(usec) })
  const read = (command: string) => stats.get(command) ?? { calls: 0, usec: 0 }
  return {
    read,
    /** Mean microseconds of a call since `before`. */
    since(before: { read(command: string): CommandStats }, command: string): number {
      const [now, then] = [read(command), before.read(command)]
      return (now.usec - then.usec) / (now.calls - then.calls)
    },
  }
}
