import { z } from 'zod'
import { endpointsIn, FILE } from '../endpoint.ts'

const endpoint = endpointsIn('Files', 'Screenshots, PDFs and documents.')

export const downloadFile = endpoint({
  method: 'GET',
  path: '/files/{+key}',
  summary: 'Download a screenshot, PDF or document by the signed link that a result names.',
  auth: 'none',
  params: z.object({ key: z.array(z.string()) }),
  responses: { 200: FILE },
  contentTypes: ['image/*', 'application/*'],
  errors: ['NOT_FOUND'],
})
