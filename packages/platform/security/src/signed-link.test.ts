import { describe, expect, test } from '@jest/globals'
import { createLinkSigner } from './signed-link.ts'

const signer = createLinkSigner('a secret of the deployment')
const NOW = 1_800_000_000_000

function parts(link: string): [string, { expires: string; signature: string }] {
  const url = new URL(link, 'http://x')
  const { expires = '', signature = '' } = Object.fromEntries(url.searchParams)
  return [url.pathname, { expires, signature }]
}

describe('signed links', () => {
  const [path, query] = parts(signer.sign('/files/shot.png', NOW + 60_000))

  test('verify until they expire', () => {
    expect(signer.verify(path, query, NOW)).toBe(true)
    expect(signer.verify(path, query, NOW + 60_000)).toBe(false)
  })

  test('are good for one path, one expiry and one secret', () => {
    expect(signer.verify('/files/other.png', query, NOW)).toBe(false)
    expect(signer.verify(path, { ...query, expires: '9999999999' }, NOW)).toBe(false)
    expect(createLinkSigner('another secret').verify(path, query, NOW)).toBe(false)
  })

  test.each([
    {},
    { expires: '9999999999' },
    { expires: ['9999999999'], signature: ['x'] },
    { expires: '1e12', signature: 'x' },
    { expires: '9999999999', signature: '' },
  ])('anything else is refused: %j', (given) => {
    expect(signer.verify('/files/shot.png', given, NOW)).toBe(false)
  })
})
