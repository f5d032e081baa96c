/**
 * Runs in a worker before its first script: makes `navigator.platform` say `claimed`. The protocol's override of it
 * reaches pages alone, where it leaves no trace; here a getter does it whose source, keys and errors are those of the
 * browser's own, as far as scripts can see. It must stand alone.
 */
export function claimPlatform(claimed: string): void {
  // More than one session of the debugger may tell a service worker.
  if (navigator.platform === claimed) return
  const { apply, getPrototypeOf } = Reflect
  const { captureStackTrace } = Error
  const owner = getPrototypeOf(navigator)!
  const described = Object.getOwnPropertyDescriptor(owner, 'platform')!
  const native = { get: described.get!, toString: Function.prototype.toString }

  // Accessors and methods of a literal have no prototype and are no constructors, as native functions.
  const { get } = Object.getOwnPropertyDescriptor(
    {
      get platform() {
        try {
          apply(native.get, this, [])
        } catch (error) {
          captureStackTrace(error as Error, get as never)
          throw error
        }
        return claimed
      },
    },
    'platform',
  )!
  const { toString: maskedToString } = {
    toString(this: unknown) {
      if (this === get) return apply(native.toString, native.get, [])
      if (this === maskedToString) return apply(native.toString, native.toString, [])
      const { stackTraceLimit } = Error
      try {
        Error.stackTraceLimit = stackTraceLimit + 2
        return apply(native.toString, this, [])
      } catch (error) {
        throw withoutOwnFrames(error as Error)
      } finally {
        Error.stackTraceLimit = stackTraceLimit
      }
    },
  }
  Object.defineProperty(owner, 'platform', { ...described, get })
  const source = Object.getOwnPropertyDescriptor(Function.prototype, 'toString')!
  Object.defineProperty(Function.prototype, 'toString', { ...source, value: maskedToString })

  /** The stack begins with the native function; `apply` and the function around it come next. */
  function withoutOwnFrames(error: Error): Error {
    const lines = String(error.stack).split('\n')
    lines.splice(2, 2)
    error.stack = lines.join('\n')
    return error
  }
}
