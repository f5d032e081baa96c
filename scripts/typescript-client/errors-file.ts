import { ERROR_EXAMPLES } from '../../packages/api/openapi/src/errors.ts'
import { ERROR_STATUS, type ErrorCode } from '../../packages/platform/contracts/src/error-codes.ts'

/** The API's table of errors: the status and the remedy of each code. */
export function errorsFile(): string {
  const rows = Object.entries(ERROR_STATUS).map(([code, status]) => {
    const { remedy } = ERROR_EXAMPLES[code as ErrorCode]
    return `${code}: { status: ${status}, remedy: ${JSON.stringify(remedy)} },`
  })
  return `export const ERRORS = {
${rows.join('\n')}
} as const satisfies Record<string, { status: number; remedy: string }>
`
}
