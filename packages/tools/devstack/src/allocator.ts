import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './environment.ts'

/** Debian's package libjemalloc2, which its Redis brings along; other systems keep it in lib64 or lib. */
const LIBRARY = 'libjemalloc.so.2'
const MULTIARCH: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'x86_64-linux-gnu',
  arm64: 'aarch64-linux-gnu',
}
const FOLDERS = [`/usr/lib/${MULTIARCH[process.arch]}`, '/usr/lib64', '/usr/lib', '/usr/local/lib']

/** One arena, as threads have caches of their own; what was freed goes back to the system a tenth of a second later. */
const OPTIONS = 'background_thread:true,narenas:1,dirty_decay_ms:100,muzzy_decay_ms:0'

/**
 * Variables that give a Node process jemalloc where the system has it, unless the environment chooses an allocator itself. glibc's keeps
 * what pages were parsed into: under load and after it the processes hold a quarter to a third more with it. The images
 * do the same (infra/docker/node.Dockerfile).
 */
export function allocatorVariables(env: Environment): { LD_PRELOAD?: string; MALLOC_CONF?: string } {
  if (process.platform !== 'linux' || env.LD_PRELOAD) return {}
  const path = FOLDERS.map((folder) => join(folder, LIBRARY)).find(existsSync)
  return path === undefined ? {} : { LD_PRELOAD: path, MALLOC_CONF: env.MALLOC_CONF || OPTIONS }
}
