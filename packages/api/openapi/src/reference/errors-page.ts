import { ERROR_STATUS, type ErrorCode } from '@gleaner/contracts'
import { ERROR_EXAMPLES } from '../errors.ts'

/** Every error code with its status, when it is met and what helps, as a Markdown table. */
export function errorList(): string {
  const rows = (Object.entries(ERROR_STATUS) as [ErrorCode, number][]).map(([code, status]) => {
    const { meaning, remedy } = ERROR_EXAMPLES[code]
    return `| \`${code}\` | ${status} | ${meaning} | ${remedy} |`
  })
  return ['| Code | Status | When | What helps |', '|---|--:|---|---|', ...rows].join('\n')
}
