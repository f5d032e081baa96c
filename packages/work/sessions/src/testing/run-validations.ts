import { VALIDATION_STEPS } from '../validation/background.ts'
import type { ValidationsContext } from '../validation/context.ts'

/** All steps, and to how many each came. */
export async function runValidations(ctx: ValidationsContext) {
  const begun = await VALIDATION_STEPS.begun(ctx)
  const overdue = await VALIDATION_STEPS.overdue(ctx)
  return { begun, overdue, requeued: await VALIDATION_STEPS.requeued(ctx) }
}
