import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { DAY_MS } from '@gleaner/runtime/units'
import { bits, der, integer, objectId, sequence, set, utcTime } from '@gleaner/security/x509/der'

export interface Certificate {
  key: string
  cert: string
}

const ECDSA_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'))
const COMMON_NAME = objectId('2.5.4.3')
const SUBJECT_ALT_NAME = objectId('2.5.29.17')
const UTF8_STRING = 0x0c
const OCTET_STRING = 0x04
const DNS_NAME = 0x82
const IP_ADDRESS = 0x87
/** A fresh key and a certificate signed by itself for `localhost`, the given names and 127.0.0.1, for one year. */
export function selfSigned(names: string[] = []): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(COMMON_NAME, der(UTF8_STRING, Buffer.from('Gleaner test site')))))
  const now = Date.now()
  const validity = sequence(utcTime(new Date(now - DAY_MS)), utcTime(new Date(now + 365 * DAY_MS)))
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames(['localhost', ...names]))),
  )
  const certificate = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, privateKey)))
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function alternativeNames(names: string[]): Buffer {
  const entries = names.map((name) => der(DNS_NAME, Buffer.from(name)))
  const list = sequence(...entries, der(IP_ADDRESS, Buffer.from([127, 0, 0, 1])))
  return sequence(SUBJECT_ALT_NAME, der(OCTET_STRING, list))
}
