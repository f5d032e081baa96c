import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequests,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

/** Seals what a client carries from one round to the next. */
export const requestState = createRequestStateCodec<{ round: number; answers: Record<string, unknown> }>({
  key: crypto.getRandomValues(new Uint8Array(32)),
})

const ask = (field: string, type = 'string') =>
  inputRequired.elicit({
    message: `Please say: ${field}`,
    requestedSchema: { type: 'object', properties: { [field]: { type } }, required: [field] } as never,
  })
const complete = inputRequired.createMessage({
  messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
  maxTokens: 100,
})
const roots = inputRequired.listRoots()

/** A tool of the suite that asks the client before it answers: in rounds, each of what it asks for, and whether the state is sealed and sent along. */
interface Asking {
  rounds: readonly InputRequests[]
  isSealed?: boolean
}

const ASKING: Record<string, Asking> = {
  test_input_required_result_elicitation: { rounds: [{ user_name: ask('name') }] },
  test_input_required_result_sampling: { rounds: [{ capital_question: complete }] },
  test_input_required_result_list_roots: { rounds: [{ client_roots: roots }] },
  test_input_required_result_request_state: { rounds: [{ confirm: ask('ok', 'boolean') }], isSealed: true },
  test_input_required_result_tampered_state: { rounds: [{ confirm: ask('ok', 'boolean') }], isSealed: true },
  test_input_required_result_multiple_inputs: {
    rounds: [{ user_name: ask('name'), greeting: complete, client_roots: roots }],
    isSealed: true,
  },
  test_input_required_result_multi_round: {
    rounds: [{ step1: ask('name') }, { step2: ask('color') }],
    isSealed: true,
  },
  test_missing_capability: { rounds: [{ llm_answer: complete }] },
}

/** For a task that asks for a name before it begins. */
export const NAME_ASKED: Asking = { rounds: [{ user_name: ask('name') }] }

/** Tools and a prompt that ask the client for something first. */
export function registerInputs(server: McpServer): void {
  const description = 'Asks the client for something first.'
  const inputSchema = z.object({})
  for (const [name, asking] of Object.entries(ASKING))
    server.registerTool(name, { description, inputSchema }, async (_args, context) => {
      const open = await askNext(asking, context)
      return open ?? { content: [{ type: 'text', text: `state-ok: ${sayAnswers(context)}` }] }
    })
  server.registerTool(
    'test_input_required_result_capabilities',
    { description, inputSchema },
    (_args, { mcpReq }) => {
      const envelope = mcpReq.envelope as Record<string, object> | undefined
      const can: Record<string, unknown> = { ...envelope?.[CLIENT_CAPABILITIES_META_KEY] }
      const wanted: InputRequests = {
        ...(can.elicitation !== undefined && { user_name: ask('name') }),
        ...(can.sampling !== undefined && { greeting: complete }),
        ...(can.roots !== undefined && { client_roots: roots }),
      }
      const isOver = mcpReq.inputResponses !== undefined || Object.keys(wanted).length === 0
      return isOver ? { content: [{ type: 'text', text: 'done' }] } : inputRequired({ inputRequests: wanted })
    },
  )
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description, argsSchema: z.object({ ignored: z.string().optional() }) },
    async (_args, context) => {
      const open = await askNext({ rounds: [{ user_context: ask('context') }] }, context)
      const text = `Use the following context: ${sayAnswers(context)}`
      return open ?? { messages: [{ role: 'user', content: { type: 'text', text } }] }
    },
  )
}

/** What is asked for in the next round; undefined when all was answered. */
export async function askNext({ rounds, isSealed = false }: Asking, { mcpReq }: ServerContext) {
  const { round = 0, answers = {} } = mcpReq.requestState<{ round: number; answers: object }>() ?? {}
  const asked = rounds[round]!
  const isAnswered = Object.keys(asked).every((name) => isAnswer(asked, name, mcpReq.inputResponses))
  const next = isAnswered ? round + 1 : round
  const inputRequests = rounds[next]
  if (inputRequests === undefined) return undefined
  const state = { round: next, answers: { ...answers, ...mcpReq.inputResponses } }
  return inputRequired({
    inputRequests,
    ...(isSealed && { requestState: await requestState.mint(state) }),
  })
}

function isAnswer(asked: InputRequests, name: string, responses: ServerContext['mcpReq']['inputResponses']) {
  const response = responses?.[name] as { roots?: unknown } | undefined
  switch (asked[name]!.method) {
    case 'elicitation/create': {
      const content = acceptedContent<Record<string, unknown>>(responses, name)
      const { requestedSchema } = asked[name]!.params as unknown as {
        requestedSchema: { properties: Record<string, { type: string }> }
      }
      return Object.entries(requestedSchema.properties).every(
        ([field, { type }]) => typeof content?.[field] === type,
      )
    }
    case 'roots/list':
      return Array.isArray(response?.roots)
    default:
      return response !== undefined
  }
}

/** What the client has answered, in any round. */
export function sayAnswers({ mcpReq }: ServerContext): string {
  return JSON.stringify({ ...mcpReq.requestState<{ answers: object }>()?.answers, ...mcpReq.inputResponses })
}
