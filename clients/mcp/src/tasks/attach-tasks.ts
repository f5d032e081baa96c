import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallToolResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { announcesTasks, notAnnounced } from './announced.ts'
import { carryTasks, hasTaskField, instead } from './carry-tasks.ts'
import {
  type Generation,
  hasEnded,
  showBegun,
  showTask,
  TASKS_EXTENSION,
  type Task,
  type Tasks,
} from './task.ts'

/** What 2025-11-25 declares: calls of tools may be tasks, which can be cancelled. They are not listed. */
const OLD_CAPABILITY = { cancel: {}, requests: { tools: { call: {} } } }

const Named = z.looseObject({ taskId: z.string().min(1).max(1_000) })

/** 2025-11-25: names the task that a result is of. */
const RELATED_TASK = 'io.modelcontextprotocol/related-task'

/**
 * Serves the tasks of both revisions on a server of the library, which has no part of its own for them. Nothing is kept here: `tasks` finds them.
 */
export function attachTasks(mcp: McpServer, tasks: Tasks, stopping: AbortSignal): void {
  const { server } = mcp
  server.registerCapabilities({ extensions: { [TASKS_EXTENSION]: {} }, tasks: OLD_CAPABILITY })
  const connect = mcp.connect.bind(mcp)
  mcp.connect = (transport) => connect(carryTasks(transport))

  server.setRequestHandler('tasks/get', { params: Named }, async ({ taskId }, context) => {
    const generation = generationOf(context)
    return showTask(await find(tasks, taskId, context), generation)
  })
  server.setRequestHandler('tasks/cancel', { params: Named }, async ({ taskId }, context) => {
    const generation = generationOf(context)
    const task = await find(tasks, taskId, context)
    if (generation === '2025-11-25' && hasEnded(task))
      throw invalid(`The task has ended already: its status is ${task.status}.`)
    if (!hasEnded(task)) await tasks.cancel(taskId, context.mcpReq.signal)
    return generation === '2025-11-25' ? showTask(await find(tasks, taskId, context), generation) : {}
  })
  server.setRequestHandler('tasks/update', { params: Named }, async ({ taskId }, context) => {
    if (generationOf(context) === '2025-11-25')
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
    await find(tasks, taskId, context)
    await tasks.answer?.(taskId, context.mcpReq.inputResponses ?? {})
    return {}
  })
  // The library knows it as a method of 2025-11-25 alone.
  server.setRequestHandler('tasks/result', { params: Named }, async ({ taskId }, context) => {
    const { result, error } = await waitForEnd(tasks, taskId, context, stopping)
    if (error) throw new ProtocolError(error.code, error.message, error.data)
    return { ...result, _meta: { ...result?._meta, [RELATED_TASK]: { taskId } } }
  })
}

/** Whether a call is to be answered with a task where its tool can: the client announces the extension, or asks for one in 2025-11-25. */
export function asksForTask(context: ServerContext): Generation | undefined {
  if (isOld(context)) return hasTaskField(context) ? '2025-11-25' : undefined
  return announces(context) ? '2026-07-28' : undefined
}

/** The answer to a call that has begun a task; `result` is what its tool says of the beginning. */
export function answerWithTask(task: Task, generation: Generation, result?: CallToolResult): CallToolResult {
  return instead({ result: showBegun(task, generation) }, result)
}

/** The answer to a call that can only be a task, of a client that knows none. */
export function refuseWithoutTask(): CallToolResult {
  const { code, message, data } = notAnnounced()
  return instead({ error: { code, message, data } })
}

/** Throws for clients of 2026-07-28 that do not announce the extension. */
function generationOf(context: ServerContext): Generation {
  if (isOld(context)) return '2025-11-25'
  if (announces(context)) return '2026-07-28'
  throw notAnnounced()
}

/** Only requests of 2026-07-28 carry an envelope. */
function isOld({ mcpReq: { envelope } }: ServerContext): boolean {
  return envelope === undefined
}

function announces({ mcpReq: { envelope } }: ServerContext): boolean {
  return announcesTasks(envelope)
}

/** Throws where there is none. */
async function find(tasks: Tasks, taskId: string, { mcpReq }: ServerContext): Promise<Task> {
  const task = await tasks.find(taskId, mcpReq.signal)
  if (task === undefined) throw invalid('There is no such task, or it is kept no longer.')
  return task
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

async function waitForEnd(
  tasks: Tasks,
  taskId: string,
  context: ServerContext,
  stopping: AbortSignal,
): Promise<Task> {
  const { signal } = context.mcpReq
  for (;;) {
    const task = await find(tasks, taskId, context)
    if (hasEnded(task)) return task
    if (stopping.aborted)
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'The server stops. Ask for the result again.')
    // Each look is paced. It ends early when nobody waits any more, or the server has to stop.
    await sleep(task.pollIntervalMs, undefined, { signal: AbortSignal.any([signal, stopping]) }).catch(
      () => undefined,
    )
    signal.throwIfAborted()
  }
}
