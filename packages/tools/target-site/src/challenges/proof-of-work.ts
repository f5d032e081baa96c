const ZERO_BITS = 14

/**
 * 32-bit mixing of a text (FNV-1a and the finisher of MurmurHash3). Written so that the same source runs in
 * the page: hashes of the browser's own exist only on secure origins.
 */
function mix(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Whether the nonce solves the ticket: about one in 16,000 does. */
export function isProof(ticket: string, nonce: number): boolean {
  return Number.isInteger(nonce) && mix(`${ticket}:${nonce}`) >>> (32 - ZERO_BITS) === 0
}

/** Finds the nonce in slices, so that the page stays alive, and submits the form. */
export const PROOF_SCRIPT = `
${mix.toString()}
var form = document.forms[0], nonce = 0
function work() {
  for (var end = nonce + 2000; nonce < end; nonce++) {
    if (mix(form.ticket.value + ':' + nonce) >>> ${32 - ZERO_BITS} === 0) {
      form.nonce.value = nonce
      return form.submit()
    }
  }
  setTimeout(work, 5)
}
work()`
