import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { TASKS_EXTENSION } from './task.ts'

const Announced = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    extensions: z.object({ [TASKS_EXTENSION]: z.looseObject({}) }),
  }),
})

/** Whether the envelope of a request of 2026-07-28, which its `_meta` is, announces the extension. */
export function announcesTasks(envelope: unknown): boolean {
  return Announced.safeParse(envelope).success
}

/** What a client is told that does not announce the extension. */
export function notAnnounced(): MissingRequiredClientCapabilityError {
  return new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
    `The client does not announce the extension ${TASKS_EXTENSION} with this request.`,
  )
}

const Listening = z.object({
  method: z.literal('subscriptions/listen'),
  params: z.object({ _meta: z.unknown(), notifications: z.object({ taskIds: z.array(z.unknown()) }) }),
})

/** The answer to a message that asks for news of tasks without announcing the extension. The library, which answers such messages, does not know of it. */
export function refuseListening(
  message: unknown,
):
  | { jsonrpc: '2.0'; id: string | number; error: { code: number; message: string; data: unknown } }
  | undefined {
  const listening = Listening.safeParse(message)
  if (!listening.success || announcesTasks(listening.data.params._meta)) return undefined
  const { code, message: says, data } = notAnnounced()
  return { jsonrpc: '2.0', id: (message as { id: string | number }).id, error: { code, message: says, data } }
}
