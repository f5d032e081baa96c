import { ERROR_STATUS, type ErrorCode, OAUTH_ERRORS } from '@gleaner/contracts'
import { ERROR_EXAMPLES, errorExample } from '../errors.ts'
import { table } from './table.ts'

/** Every error code with its status, when it is met and what helps. */
export function errorsPage(): string {
  const rows = (Object.entries(ERROR_STATUS) as [ErrorCode, number][]).map(([code, status]) => {
    const { meaning, remedy } = ERROR_EXAMPLES[code]
    return [`\`${code}\``, String(status), meaning, remedy]
  })
  return [
    '# Errors',
    'Every error has this form. `error` is the code, `message` says what to do in the case at hand, and `detail` repeats it. `details` holds what a program can use: `issues` names at most 50 faults of a request, and `issues_omitted` counts the others. `request_id` helps the operator to find the request. Nothing is charged for a scrape that ends in an error; where attempts were made, `billing` lists them.',
    `\`\`\`json\n${JSON.stringify(errorExample('INVALID_REQUEST'), null, 2)}\n\`\`\``,
    table(['Code', 'Status', 'When', 'What helps'], rows),
    '`POST /oauth/token` answers with the errors of RFC 6749 instead, as `{"error", "error_description"}`:',
    table(
      ['Error', 'Status'],
      Object.entries(OAUTH_ERRORS).map(([error, code]) => [`\`${error}\``, String(ERROR_STATUS[code])]),
    ),
  ].join('\n\n')
}
