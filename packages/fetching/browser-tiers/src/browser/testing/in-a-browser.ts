/** How the contract of fetchers is tried with one that has a browser. */
export const IN_A_BROWSER = { rendered: true, patienceMs: 25_000 }
