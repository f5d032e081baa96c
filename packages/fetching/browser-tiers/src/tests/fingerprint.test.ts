import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress, type Egress } from '@gleaner/egress'
import { CURRENT_CHROME, identityFor } from '@gleaner/http-tiers'
import { createStealthFetcher } from '@gleaner/http-tiers/impersonation'
import {
  akamaiPrint,
  type Fingerprint,
  type FingerprintRecorder,
  startFingerprintRecorder,
} from '@gleaner/http-tiers/testing/fingerprint-recorder'
import { type ClientHelloPrint, ja3Sorted, ja4 } from '@gleaner/http-tiers/testing/read-client-hello'
import { installed, where } from '@gleaner/testkit/where'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { CHROMIUM } from '../browser/testing/chromium-path.ts'

let recorder: FingerprintRecorder
let egress: Egress
let stealth: Fingerprint
let returning: Fingerprint

beforeAll(async () => {
  recorder = await startFingerprintRecorder()
  egress = createEgress({ allow: `localhost:${recorder.port},127.0.0.1:${recorder.port}` })
  ;[stealth, returning] = await recordStealth()
})

afterAll(async () => {
  await egress.close()
  await recorder.close()
})

/**
 * Chrome 149 as recorded by others. Sources: JA4 of 149.0.7827.54 without trust anchor IDs (utls, issue 397), which
 * Chrome sends to everybody since 152; hash of HTTP/2 of 149 to 152 (wreq-util, pull request 107).
 */
const CHROME_149 = {
  ja4: 't13d1516h2_8daaf6152771_d8a2da3f94cd',
  akamai: '1:65536;2:0;4:6291456;6:262144|15663105|0|m,a,s,p',
  brands: '"Google Chrome";v="149", "Chromium";v="149", "Not)A;Brand";v="24"',
}

describe(`the greeting of tier 3 is that of Chrome ${CURRENT_CHROME}`, () => {
  test('JA4, with its hashes', () => expect(ja4(stealth.hello)).toBe(CHROME_149.ja4))

  test('the fingerprint of HTTP/2', () => expect(akamaiPrint(stealth)).toBe(CHROME_149.akamai))

  test('made-up values wherever Chrome has them, extensions at both ends', () => {
    expect(stealth.hello.grease).toEqual({
      ciphers: 1,
      extensions: 2,
      groups: 1,
      keyShares: 1,
      signatureAlgorithms: 0,
      versions: 1,
    })
    expect(stealth.hello.greaseAtEnds).toBe(true)
  })

  test('a client that comes back resumes its session, and is otherwise the same', () => {
    const PRE_SHARED_KEY = 41
    const again = returning.hello.extensions.filter((type) => type !== PRE_SHARED_KEY)
    // The resumed session has to come last (RFC 8446, 4.2.11).
    expect({ ...returning.hello, extensions: again }).toEqual({ ...stealth.hello, greaseAtEnds: false })
    expect(akamaiPrint(returning)).toBe(CHROME_149.akamai)
  })

  test('the version that its headers claim is the version that greets', () => {
    const { userAgent } = identityFor({ seed: recorder.url, country: 'US' })
    expect(stealth.headers).toContainEqual(['user-agent', userAgent])
    expect(stealth.headers).toContainEqual(['sec-ch-ua', CHROME_149.brands])
    expect(userAgent).toContain(`Chrome/${CURRENT_CHROME}.`)
  })
})

/** What Chrome sends since later versions: trust anchor IDs (152), ML-DSA (150), a made-up algorithm (152). */
const NEWER = { extensions: [0xca34], signatureAlgorithms: [0x0904, 0x0905, 0x0906] }

where(installed(CHROMIUM)).describe(
  'and differs from the installed Chromium in what later versions added, no more',
  () => {
    let chromium: Fingerprint

    beforeAll(async () => {
      chromium = await recordChromium()
    })

    test('JA4 and JA3, the latter but for the order of extensions that Chrome shuffles', () => {
      const older = withoutNewer(chromium.hello)
      expect(ja4(stealth.hello)).toBe(ja4(older))
      expect(ja3Sorted(stealth.hello)).toBe(ja3Sorted(older))
    })

    test('all that a ClientHello offers, in order', () => {
      expect(stealth.hello).toEqual(withoutNewer(chromium.hello))
    })

    test('all of the opening of HTTP/2: settings, window, priorities, place of the request', () => {
      expect(stealth.http2).toEqual(chromium.http2)
      expect(akamaiPrint(stealth)).toBe(akamaiPrint(chromium))
    })

    test('the order of headers, pseudo-headers included', () => {
      expect(stealth.headers.map(([name]) => name)).toEqual(chromium.headers.map(([name]) => name))
    })

    test('the values of headers that do not tell version, system or language', () => {
      const named = /^(sec-fetch-.*|upgrade-insecure-requests|accept-encoding|priority)$/
      const values = ({ headers }: Fingerprint) => headers.filter(([name]) => named.test(name))
      expect(values(stealth)).toEqual(values(chromium))
    })

    test('the brands of its version', () => {
      const brands = ({ headers }: Fingerprint) => headers.find(([name]) => name === 'sec-ch-ua')![1]
      const version = Number(/Chromium";v="(\d+)"/.exec(brands(chromium))![1])
      const { secChUa } = identityFor({ seed: 'x', chromeVersion: version }).clientHints!
      // Chromium has no brand of its own beside the engine's; the others stand as Chrome would place them.
      const withoutOwn = secChUa.split(', ').filter((brand) => !brand.startsWith('"Google Chrome"'))
      expect(brands(chromium).split(', ').sort()).toEqual(withoutOwn.sort())
    })
  },
)

function withoutNewer(hello: ClientHelloPrint): ClientHelloPrint {
  const { extensions, signatureAlgorithms } = NEWER
  return {
    ...hello,
    extensions: hello.extensions.filter((type) => !extensions.includes(type)),
    signatureAlgorithms: hello.signatureAlgorithms.filter((one) => !signatureAlgorithms.includes(one)),
    grease: { ...hello.grease, signatureAlgorithms: 0 },
  }
}

/** The first visit of a client, and one on a new connection. */
async function recordStealth(): Promise<[first: Fingerprint, second: Fingerprint]> {
  const request = { url: recorder.url, method: 'GET' as const, maxBytes: 100_000, country: 'US' }
  // The greeting is that of a client that checks certificates; this one it refuses.
  const checking = createStealthFetcher({ egress })
  const refused = await checking.fetch(request, AbortSignal.timeout(20_000))
  expect(refused).toMatchObject({ kind: 'failed', reason: 'network_error', mayHaveBeenSent: false })
  const hello = recorder.lastHello()

  const trusting = createStealthFetcher({ egress, ignoreTlsErrors: true })
  const visits: Fingerprint[] = []
  for (let i = 0; i < 2; i++) {
    const recorded = recorder.next()
    expect((await trusting.fetch(request, AbortSignal.timeout(20_000))).kind).toBe('page')
    visits.push(await recorded)
    recorder.hangUp()
  }
  await Promise.all([checking.close(), trusting.close()])
  return [{ ...visits[0]!, hello }, visits[1]!]
}

async function recordChromium(): Promise<Fingerprint> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerprint-'))
  const recorded = recorder.next()
  const flags = [
    '--headless=new',
    '--disable-gpu',
    '--ignore-certificate-errors',
    '--disable-background-networking',
    '--disable-quic',
  ]
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = spawn(
    CHROMIUM,
    [...flags, ...asRoot, `--user-data-dir=${folder}`, '--dump-dom', recorder.url],
    { stdio: 'ignore' },
  )
  const gone = new Promise((resolve) => browser.once('close', resolve))
  try {
    return await recorded
  } finally {
    browser.kill('SIGKILL')
    await gone
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
