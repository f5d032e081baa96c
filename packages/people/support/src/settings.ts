import { Email } from '@gleaner/contracts/schemas/email'
import { settings } from '@gleaner/runtime'

/** Who is told of questions: a setting of whatever takes them or answers them. */
export const supportFields = settings('mails', {
  SUPPORT_EMAIL: Email.optional().describe(
    "operator's address, which is told of support tickets. Without it `npm run admin -- list-tickets` alone shows them",
  ),
})
