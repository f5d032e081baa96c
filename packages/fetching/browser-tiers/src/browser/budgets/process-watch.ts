import { folderBytes } from '../chromium/browser-folder.ts'
import {
  DISK_BYTES,
  type OverBudget,
  overBudget,
  type PageBudgets,
  SHARED_CPU_FACTOR,
  SHARED_MEMORY_FACTOR,
} from './page-budgets.ts'
import { type ProcessUsage, processTreeOf } from './process-tree.ts'

/** A page that takes 2 GB a second is 500 MB over its budget when it is found. */
const CHECK_EVERY_MS = 250
const DISK_EVERY_CHECKS = 8

export interface WatchOptions {
  budgets: PageBudgets
  /** How many pages are open. */
  pages(): number
  endRenderer(pid: number, over: OverBudget): void
  endBrowser(over: OverBudget): void
}

/** Watches the processes of one browser while pages are open in it. */
export interface ProcessWatch {
  /** Pids of the renderers that run now. */
  renderers(): number[]
  /** Counts a renderer's processor time from now on. */
  startAfresh(pids: readonly number[]): void
  resume(): void
  pause(): void
}

export function watchProcesses(root: number, folder: string, options: WatchOptions): ProcessWatch {
  const { budgets } = options
  const tree = processTreeOf(root)
  const cpuBefore = new Map<number, number>()
  let sharedCpuBefore = 0
  let timer: NodeJS.Timeout | undefined
  let checks = 0

  function check(): void {
    const usage = tree.read()
    for (const renderer of usage.filter(isRenderer)) {
      const over = excessOf(renderer)
      if (over) options.endRenderer(renderer.pid, over)
    }
    const over = sharedExcess(usage)
    if (over) options.endBrowser(over)
    checks += 1
    if (checks % DISK_EVERY_CHECKS === 0) void checkDisk()
  }

  function excessOf({ pid, memory, cpuMs }: ProcessUsage): OverBudget | undefined {
    if (memory > budgets.memoryBytes) return overBudget.memory(budgets.memoryBytes)
    if (cpuMs - (cpuBefore.get(pid) ?? 0) > budgets.cpuMs) return overBudget.cpu(budgets.cpuMs)
    return undefined
  }

  /** What no single page can be charged with. A zygote's time is that of renderers which have ended. */
  function sharedExcess(usage: readonly ProcessUsage[]): OverBudget | undefined {
    const shared = usage.filter(({ kind }) => kind === 'other')
    const memoryLimit = budgets.memoryBytes * SHARED_MEMORY_FACTOR
    if (sumOf(shared, 'memory') > memoryLimit) return overBudget.memory(memoryLimit)
    const cpuLimit = budgets.cpuMs * SHARED_CPU_FACTOR
    const used = sumOf(shared, 'cpuMs') - sharedCpuBefore
    return used > cpuLimit * Math.max(1, options.pages()) ? overBudget.cpu(cpuLimit) : undefined
  }

  async function checkDisk(): Promise<void> {
    if ((await folderBytes(folder)) > DISK_BYTES) options.endBrowser(overBudget.disk())
  }

  return {
    renderers: () =>
      tree
        .read()
        .filter(isRenderer)
        .map(({ pid }) => pid),
    startAfresh(pids) {
      const usage = tree.read()
      for (const { pid, cpuMs } of usage) if (pids.includes(pid)) cpuBefore.set(pid, cpuMs)
      sharedCpuBefore = sumOf(
        usage.filter(({ kind }) => kind === 'other'),
        'cpuMs',
      )
    },
    resume() {
      timer ??= setInterval(check, CHECK_EVERY_MS).unref()
    },
    pause() {
      clearInterval(timer)
      timer = undefined
    },
  }
}

const isRenderer = ({ kind }: ProcessUsage) => kind === 'renderer'

function sumOf(usage: readonly ProcessUsage[], what: 'memory' | 'cpuMs'): number {
  return usage.reduce((sum, one) => sum + one[what], 0)
}
