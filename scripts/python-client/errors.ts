import { KIND_BY_CODE } from '../../clients/typescript/src/errors.ts'
import { ERROR_EXAMPLES } from '../../packages/api/openapi/src/errors.ts'
import { ERROR_STATUS, type ErrorCode } from '../../packages/platform/contracts/src/error-codes.ts'
import { HEADER } from './header.ts'
import { literal } from './words.ts'

/** The API's table of errors: the class, the status and the remedy of each code. */
export function errorsFile(): string {
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[]
  const table = (value: (code: ErrorCode) => string | number) =>
    `{\n${codes.map((code) => `    ${literal(code)}: ${literal(value(code))},\n`).join('')}}`
  return `${HEADER('The table of errors, by their codes.')}
#: Names of classes of \`gleaner.errors\`, which are those of the TypeScript client.
KIND_BY_CODE = ${table((code) => KIND_BY_CODE[code].name)}

STATUS = ${table((code) => ERROR_STATUS[code])}

#: What can be done about it.
REMEDIES = ${table((code) => ERROR_EXAMPLES[code].remedy)}
`
}
