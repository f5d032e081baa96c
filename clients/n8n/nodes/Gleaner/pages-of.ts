import type { IDataObject, IExecuteFunctions } from 'n8n-workflow'
import { read } from '../shared/api.ts'
import { simplifyPage } from './fields.ts'

/** Reads a list that comes page by page, to its end. */
export async function readAll(
  context: IExecuteFunctions,
  itemIndex: number,
  list: { path: string; query?: IDataObject },
): Promise<IDataObject[]> {
  const entries: IDataObject[] = []
  for (;;) {
    const query = { ...list.query, limit: PAGE_ENTRIES, offset: entries.length }
    const { results = [] } = await read<{ results?: IDataObject[] }>(context, {
      path: list.path,
      query,
      itemIndex,
    })
    entries.push(...results)
    if (results.length < PAGE_ENTRIES) return entries
  }
}

/** Pages may be large: so many are read at once. */
const PAGE_ENTRIES = 50

export interface Shape {
  simplify: boolean
  onlySuccesses: boolean
}

/** What became of a page, as an item: of a page that failed its error. */
export function shapeEntry(entry: IDataObject, { simplify }: Shape): IDataObject {
  const { result, ...rest } = entry as { result?: IDataObject }
  if (!simplify) return entry
  const { url, status, error, error_code, depth } = rest as IDataObject
  const jobId = (rest as IDataObject).job_id ?? (rest as IDataObject).id
  if (!result)
    return { url, status, ...(error ? { error, error_code } : {}), job_id: jobId } satisfies IDataObject
  return { status, ...(depth === undefined ? {} : { depth }), ...simplifyPage(result) }
}

export function isSuccess({ status }: IDataObject): boolean {
  return status === 'completed' || status === 'succeeded'
}

export function shapeEntries(entries: IDataObject[], shape: Shape): IDataObject[] {
  return entries
    .filter((entry) => !shape.onlySuccesses || isSuccess(entry))
    .map((entry) => shapeEntry(entry, shape))
}
