/** What a tool refuses by itself, with what to do about it. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  readonly code: string
  readonly remedy: string

  constructor(code: string, message: string, remedy: string) {
    super(message)
    this.code = code
    this.remedy = remedy
  }
}
