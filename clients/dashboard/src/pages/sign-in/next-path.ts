/** A path of ours and nothing else: not `//elsewhere.example`. */
export const nextPath = (next: string | null): string => (next && /^\/(?![/\\])/.test(next) ? next : '/')
