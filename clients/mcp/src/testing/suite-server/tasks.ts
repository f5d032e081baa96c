import { randomUUID } from 'node:crypto'
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { answerWithTask, asksForTask, refuseWithoutTask } from '../../tasks/attach-tasks.ts'
import { hasEnded, type Task, type Tasks } from '../../tasks/task.ts'
import { askNext, NAME_ASKED, sayAnswers } from './inputs.ts'

const KEPT_MS = 60_000

/** Tasks in the memory of the test, which ask for input and fail as no work of the service does. */
export interface MemoryTasks extends Tasks {
  /** Begins one whose end `end` gives, once all that is asked for was answered. */
  begin(
    end: (answers: Record<string, unknown>) => Promise<Pick<Task, 'result' | 'error'>>,
    asked?: object,
  ): Task
}

export function memoryTasks(): MemoryTasks {
  const kept = new Map<string, Task>()
  const goOn = new Map<string, (answers: Record<string, unknown>) => void>()
  const change = (taskId: string, changes: Partial<Task>) => {
    const task = kept.get(taskId)!
    if (!hasEnded(task)) kept.set(taskId, { ...task, lastUpdatedAt: new Date().toISOString(), ...changes })
  }
  return {
    find: async (taskId) => kept.get(taskId),
    cancel: async (taskId) => change(taskId, { status: 'cancelled' }),
    async answer(taskId, responses) {
      const { inputRequests = {} } = kept.get(taskId)!
      const open = Object.entries(inputRequests).filter(([name]) => !(name in responses))
      if (open.length > 0) change(taskId, { inputRequests: Object.fromEntries(open) })
      else goOn.get(taskId)?.(responses)
    },
    begin(end, asked) {
      const now = new Date().toISOString()
      const task: Task = {
        taskId: randomUUID(),
        status: asked ? 'input_required' : 'working',
        createdAt: now,
        lastUpdatedAt: now,
        ttlMs: KEPT_MS,
        pollIntervalMs: 100,
        ...(asked && { inputRequests: asked as Record<string, unknown> }),
      }
      kept.set(task.taskId, task)
      const run = (answers: Record<string, unknown>) => {
        change(task.taskId, { status: 'working', inputRequests: {} })
        void end(answers).then((ended) => {
          change(task.taskId, { status: ended.error ? 'failed' : 'completed', ...ended })
        })
      }
      if (asked) goOn.set(task.taskId, run)
      else run({})
      return task
    },
  }
}

const say = (text: string, isError = false): { result: CallToolResult } => ({
  result: { content: [{ type: 'text', text }], ...(isError && { isError }) },
})
const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000).unref())
const elicit = (message: string) => ({
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message,
    requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } } },
  },
})

/** The suite's tools that are tasks for who announces them. */
export function registerTasks(server: McpServer, tasks: MemoryTasks): void {
  const Any = z.looseObject({})
  server.registerTool(
    'greet',
    { description: 'Answers at once.', inputSchema: z.object({ name: z.string() }) },
    ({ name }) => say(`Hello, ${name}!`).result,
  )
  server.registerTool(
    'slow_compute',
    {
      description: 'Takes its time.',
      inputSchema: z.object({ seconds: z.number(), label: z.string().optional() }),
    },
    async ({ seconds }, context) => {
      const end = async () => {
        await wait(seconds)
        return say(`Computed for ${seconds} s.`)
      }
      const generation = asksForTask(context)
      return generation ? answerWithTask(tasks.begin(end), generation) : (await end()).result
    },
  )
  const requiring = (name: string, begin: (context: ServerContext) => Task) =>
    server.registerTool(name, { description: 'Is a task always.', inputSchema: Any }, (_args, context) => {
      const generation = asksForTask(context)
      return generation ? answerWithTask(begin(context), generation) : refuseWithoutTask()
    })
  requiring('failing_job', () => tasks.begin(async () => say('It has failed.', true)))
  requiring('protocol_error_job', () =>
    tasks.begin(async () => ({ error: { code: -32603, message: 'Internal error' } })),
  )
  requiring('confirm_delete', () =>
    tasks.begin(async (answers) => say(JSON.stringify(answers)), { [randomUUID()]: elicit('Delete it?') }),
  )
  requiring('multi_input', () =>
    tasks.begin(async (answers) => say(JSON.stringify(answers)), {
      [randomUUID()]: elicit('The first?'),
      [randomUUID()]: elicit('The second?'),
    }),
  )
  server.registerTool(
    'test_tool_with_task',
    { description: 'Asks before it is a task.', inputSchema: Any },
    async (_args, context) => {
      const generation = asksForTask(context)
      if (!generation) return refuseWithoutTask()
      const open = await askNext(NAME_ASKED, context)
      return (
        open ??
        answerWithTask(
          tasks.begin(async () => say(sayAnswers(context))),
          generation,
        )
      )
    },
  )
}
