import { z } from 'zod'
import { endpointsIn, FILE } from '../endpoint.ts'

const endpoint = endpointsIn('Files', 'Screenshots and PDFs.')

export const downloadFile = endpoint({
  method: 'GET',
  path: '/files/{+key}',
  summary: 'Download a screenshot or PDF by the signed link that a result names.',
  auth: 'none',
  params: z.object({ key: z.array(z.string()) }),
  responses: { 200: FILE },
  contentTypes: ['image/png', 'application/pdf'],
  errors: ['NOT_FOUND'],
})
