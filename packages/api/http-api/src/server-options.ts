/** Options of a server that callers reach, times in milliseconds. Headers are at most 16 KB (Node's own bound), 2,000 of them. */
export const SERVER_OPTIONS = {
  // Longer than the idle time-outs of load balancers (60 s is common), so that it is they who close first.
  keepAliveTimeout: 75_000,
  // Who sends headers letter by letter holds a connection for this long, and a body of up to 21 MB for the longer one.
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
}
