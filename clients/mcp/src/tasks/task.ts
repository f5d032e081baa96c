import type { CallToolResult } from '@modelcontextprotocol/server'

/** The extension's name (SEP-2663), which clients announce and we declare. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks'

/** What goes on after a call was answered. */
export interface Task {
  /** Whoever may read it finds it by this name at any process. */
  taskId: string
  status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  /** How far it is, for people and models. */
  statusMessage?: string
  /** ISO 8601. */
  createdAt: string
  lastUpdatedAt: string
  /** How long it can be read from `createdAt` on, in ms; null while that is not known. */
  ttlMs: number | null
  /** How long to wait before the next look, in ms. */
  pollIntervalMs: number
  /** Once completed: what the call would have been answered. */
  result?: CallToolResult
  /** Once failed: the error of JSON-RPC that the call would have been answered. */
  error?: { code: number; message: string; data?: unknown }
  /** What the client is asked for, by the names that its answers carry. */
  inputRequests?: Record<string, unknown>
}

/** Where tasks are kept. What is not the caller's is not there. */
export interface Tasks {
  find(taskId: string, signal: AbortSignal): Promise<Task | undefined>
  /** Ends what has not ended. */
  cancel(taskId: string, signal: AbortSignal): Promise<void>
  /** Takes answers to `inputRequests`; those to anything else are passed over. */
  answer?(taskId: string, responses: Record<string, unknown>): Promise<void>
}

/** Revision 2025-11-25 has tasks of its own, which the client asks for; in 2026-07-28 the server chooses them for clients of the extension. */
export type Generation = '2025-11-25' | '2026-07-28'

export function hasEnded({ status }: Pick<Task, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** A task as `tasks/get` shows it. */
export function showTask(task: Task, generation: Generation): Record<string, unknown> {
  if (generation === '2025-11-25') return showBare(task, generation)
  const { result, error, inputRequests } = task
  return {
    ...showBare(task, generation),
    ...(result && { result: { resultType: 'complete', ...result } }),
    ...(error && { error }),
    ...(inputRequests && { inputRequests }),
  }
}

/** A task as the call that has begun it is answered. */
export function showBegun(task: Task, generation: Generation): Record<string, unknown> {
  const shown = { ...showBare(task, generation), status: 'working' }
  if (generation === '2026-07-28') return { resultType: 'task', ...shown }
  const said = task.statusMessage && { _meta: { [IMMEDIATE_RESPONSE]: task.statusMessage } }
  return { task: shown, ...said }
}

/** 2025-11-25: what a host may tell its model at once. */
const IMMEDIATE_RESPONSE = 'io.modelcontextprotocol/model-immediate-response'

function showBare(
  { taskId, status, statusMessage, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs, result }: Task,
  generation: Generation,
): Record<string, unknown> {
  const isOld = generation === '2025-11-25'
  return {
    taskId,
    // There a call whose result is an error has failed; here it has completed.
    status: isOld && result?.isError ? 'failed' : status,
    ...(statusMessage !== undefined && { statusMessage }),
    createdAt,
    lastUpdatedAt,
    ...(isOld ? { ttl: ttlMs, pollInterval: pollIntervalMs } : { ttlMs, pollIntervalMs }),
  }
}
