import { InvalidRequestError } from '../errors.ts'
import { FilesApi } from '../generated/groups/files.ts'
import type { RequestOptions } from '../types.ts'

export class Files extends FilesApi {
  /**
   * The file behind a link of a result: `screenshot_url`, `pdf_url`, `document_url`. The link is signed, and lasts for 24 hours; no key is sent
   * with it. It is asked from the server that is called, by whatever name that is known here.
   */
  download(link: string, options?: RequestOptions): Promise<Response> {
    const { pathname, searchParams } = new URL(link, this.transport.settings().root)
    const [, key] = /\/files\/(.+)$/.exec(pathname) ?? []
    if (key === undefined) throw new InvalidRequestError(`${link} is no link to a file of a result.`)
    const path = key.split('/').map(decodeURIComponent).join('/')
    return this.callOperation('downloadFile', [path], Object.fromEntries(searchParams), options)
  }
}
