/**
 * Loads the native library of tier 3. Its loader asks for a report of the process to learn which libc there is, and such
 * a report names the other end of every open connection: by a reverse look-up each, which stops the process meanwhile
 * and tells a name server who is being fetched.
 */
export function loadWreq(): Promise<typeof import('wreq-js')> {
  // Newer than the types.
  if (process.report) Object.assign(process.report, { excludeNetwork: true })
  return import('wreq-js')
}
