import { z } from 'zod'
import { endpointsIn, FILE } from '../endpoint.ts'

const endpoint = endpointsIn('Files', 'Screenshots, PDFs, documents, and bodies as they came.')

export const downloadFile = endpoint({
  method: 'GET',
  path: '/files/{+key}',
  summary: 'Download a file by the signed link that a result names.',
  auth: 'none',
  params: z.object({ key: z.array(z.string().describe('The rest of a signed link, slashes and all.')) }),
  responses: { 200: FILE },
  contentTypes: ['image/*', 'application/*'],
  errors: ['NOT_FOUND'],
})
