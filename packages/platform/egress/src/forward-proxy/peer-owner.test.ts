import { describe, expect, test } from '@jest/globals'
import { ownerOf } from './peer-owner.ts'

const LIST = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
   1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1001        0 2 1 0 20 4 30 10 -1
   2: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 3 1 0 20 4 30 10 -1
   3: 0100007F:C351 0100007F:1F90 06 00000000:00000000 03:000016A2 00000000     0        0 0 3 0
`

describe('ownerOf', () => {
  test('finds who owns the far end of a connection', () => {
    expect(ownerOf(LIST, 50_000, 8080)).toBe(1001)
  })

  test('does not trust a connection that is no longer established: the kernel shows it as owned by root', () => {
    expect(ownerOf(LIST, 50_001, 8080)).toBeUndefined()
  })

  test('knows nothing of connections that are not listed', () => {
    expect(ownerOf(LIST, 50_002, 8080)).toBeUndefined()
  })
})
