export interface RobotsDirectives {
  nofollow: boolean
  noindex: boolean
}

/** Directives with a value behind a colon; any other word before a colon names the robot that is meant. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  'max-snippet',
  'max-image-preview',
  'max-video-preview',
  'unavailable_after',
])

/**
 * What `<meta name="robots">` elements and `X-Robots-Tag` fields, each as written, ask of every robot. What they ask of one by its name
 * (`googlebot: noindex`) is not for us.
 */
export function readRobotsDirectives(fields: readonly string[]): RobotsDirectives {
  const words = new Set(fields.flatMap(generalWords))
  const nothing = words.has('none')
  return { nofollow: nothing || words.has('nofollow'), noindex: nothing || words.has('noindex') }
}

function generalWords(field: string): string[] {
  const found: string[] = []
  for (const piece of field.toLowerCase().split(/[,\n]/)) {
    const word = piece.trim()
    const name = word.split(':', 1)[0]!.trim()
    // All that follows in the field is for that robot.
    if (name !== word && !WITH_VALUE.has(name)) return found
    found.push(name)
  }
  return found
}
