import type { BodyReader } from '@gleaner/http-api'
import { isCsv, readCsvBody } from './batches/csv/read-csv-body.ts'
import { isFile, readFileBody } from './read-file-body.ts'
import { isForm, readFormBody } from './read-form-body.ts'
import { readJsonBody } from './read-json-body.ts'

/** Reads the body of a request as JSON, or as a form, a file or CSV where the endpoint takes one. */
export const readBody: BodyReader = ({ takesForm, takesFile, takesCsv, largeField }, caller, request) => {
  if (takesForm && isForm(request)) return readFormBody(request)
  if (takesFile && isFile(request)) return readFileBody(request, takesFile.bytes)
  if (takesCsv && isCsv(request)) return readCsvBody(request)
  return readJsonBody(caller, request, largeField)
}
