import { expect, test } from '@jest/globals'
import { type S3Request, signS3Request } from './sign-s3-request.ts'

const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const at = new Date('2013-05-24T00:00:00Z')
const host = 'https://examplebucket.s3.amazonaws.com'

/** The four examples of AWS's page on signature calculations. */
const PUBLISHED: [string, S3Request, string][] = [
  [
    'GET with a range',
    { method: 'GET', url: new URL(`${host}/test.txt`), headers: { range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT with a special character in its key',
    {
      method: 'PUT',
      url: new URL(`${host}/test$file.text`),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: Buffer.from('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET of a sub-resource',
    { method: 'GET', url: new URL(`${host}/?lifecycle=`) },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET with a query',
    { method: 'GET', url: new URL(`${host}/?max-keys=2&prefix=J`) },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
]

test.each(PUBLISHED)('agrees with the published example: %s', (_name, request, signature) => {
  expect(signS3Request(request, credentials, at).authorization).toContain(`Signature=${signature}`)
})
