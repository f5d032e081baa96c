import type { CustomHttp1Options, CustomHttp2Options } from 'wreq-js'

/**
 * Chrome's HTTP/2 settings. Options replace the whole of the library's profile, whose weight for a document is not
 * Chrome's. Source: recorded from Chromium 156; the fingerprint test compares.
 */
export const HTTP2: CustomHttp2Options = {
  headerTableSize: 65_536,
  enablePush: false,
  initialWindowSize: 6_291_456,
  maxHeaderListSize: 262_144,
  settingsOrder: ['HeaderTableSize', 'EnablePush', 'InitialWindowSize', 'MaxHeaderListSize'],
  // 15,728,640 bytes, announced as the difference to the 65,535 that every connection has.
  initialConnectionWindowSize: 15_728_640,
  headersPseudoOrder: ['Method', 'Authority', 'Scheme', 'Path'],
  // The field holds one less than the weight of 256 (RFC 7540, 6.3).
  headersStreamDependency: { dependencyId: 0, weight: 255, exclusive: true },
}

/** Malformed responses are read as leniently as browsers read them. */
export const HTTP1: CustomHttp1Options = {
  ignoreInvalidHeadersInResponses: true,
  allowSpacesAfterHeaderNameInResponses: true,
  allowObsoleteMultilineHeadersInResponses: true,
  maxHeaders: 256,
}

/**
 * What Chrome writes first over HTTP/1.1. Over HTTP/2 the first two do not exist; all other headers keep the order in
 * which a request gives them.
 */
export const FIRST_HEADERS = ['Host', 'Connection', 'Content-Length']
