export interface Formula {
  /** LaTeX, without delimiters. */
  tex: string
  /** On lines of its own. */
  display: boolean
}

/** Trims a formula. Wikipedia wraps every one in `{\displaystyle ...}`. */
export function tidy(tex: string): string {
  const trimmed = tex.trim()
  return /^\{\\(?:display|text)style\s([\s\S]*)\}$/.exec(trimmed)?.[1]?.trim() ?? trimmed
}
