import type { Socket } from 'node:net'

export interface SocketReader {
  read(bytes: number): Promise<Buffer>
  readUntil(delimiter: string, maxBytes: number): Promise<Buffer>
  /** Gives what was read too much back to the socket, which is then as if never read from. */
  release(): void
}

/** Reads the few bytes of a handshake from a socket; everything together within the deadline. */
export function createSocketReader(socket: Socket, timeoutMs: number): SocketReader {
  let buffered = Buffer.alloc(0)
  let failure: Error | undefined
  let wake = () => {}
  const onData = (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk])
    wake()
  }
  const fail = (error: Error) => {
    failure ??= error
    clearTimeout(deadline)
    wake()
  }
  const onEnd = () =>
    fail(Object.assign(new Error('The proxy closed the connection'), { code: 'ECONNRESET' }))
  const deadline = setTimeout(
    () => fail(Object.assign(new Error('The proxy did not answer in time'), { code: 'ETIMEDOUT' })),
    timeoutMs,
  )
  socket.on('data', onData).on('error', fail).on('end', onEnd).on('close', onEnd)

  async function take(enough: () => number): Promise<Buffer> {
    for (let length = enough(); ; length = enough()) {
      if (length > 0 && buffered.length >= length) {
        const taken = buffered.subarray(0, length)
        buffered = buffered.subarray(length)
        return taken
      }
      if (failure) throw failure
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    read: (bytes) => take(() => bytes),
    readUntil: (delimiter, maxBytes) =>
      take(() => {
        const at = buffered.indexOf(delimiter)
        if (at === -1 && buffered.length > maxBytes) fail(new Error('The answer of the proxy is too long'))
        return at === -1 ? 0 : at + delimiter.length
      }),
    release() {
      clearTimeout(deadline)
      socket.pause()
      socket.off('data', onData).off('error', fail).off('end', onEnd).off('close', onEnd)
      if (buffered.length > 0) socket.unshift(buffered)
    },
  }
}
