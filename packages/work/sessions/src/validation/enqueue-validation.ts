import {
  type AddOptions,
  PRIORITY,
  type Producer,
  type SessionValidationTask,
  type ValidationQueue,
} from '@gleaner/queue'
import type { SharedKind } from '@gleaner/queue/work'
import type { OpenValidation, ValidationStage } from './validation.ts'

/** The queue of each stage. */
export const VALIDATION_QUEUES: Readonly<Record<ValidationStage, ValidationQueue>> = {
  http: 'session-validation',
  browser: 'session-validation-browser',
}

/** The kind of work that each stage is. */
export const VALIDATION_KINDS = {
  http: 'validation',
  browser: 'validation-in-browser',
} as const satisfies Record<ValidationStage, SharedKind>

/** Puts validations on the queues of their stages; adding one again while it waits there changes nothing. Throws QueueUnavailable. */
export async function enqueueValidations(
  producer: Pick<Producer, 'addMany'>,
  validations: readonly OpenValidation[],
): Promise<void> {
  for (const [stage, ofStage] of Map.groupBy(validations, (validation) => validation.stage)) {
    const messages = ofStage.map((one) => ({ payload: taskOf(one), options: optionsOf(one) }))
    await producer.addMany(VALIDATION_QUEUES[stage], messages)
  }
}

/** Where a validation's message is. */
export function messageOf({ id, stage }: Pick<OpenValidation, 'id' | 'stage'>): {
  queue: ValidationQueue
  id: string
} {
  return { queue: VALIDATION_QUEUES[stage], id: `${id}.${stage}` }
}

function optionsOf(validation: OpenValidation): AddOptions {
  const priority = validation.actor === 'system' ? PRIORITY.bulk : PRIORITY.interactive
  return { id: messageOf(validation).id, priority }
}

function taskOf({ id, sessionId, accountId, version, deadlineAt }: OpenValidation): SessionValidationTask {
  return { validationId: id, sessionId, accountId, version, deadlineAt: deadlineAt.getTime() }
}
