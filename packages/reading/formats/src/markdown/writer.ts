/** Lines of Markdown with the prefixes of the containers they stand in. */
export class Writer {
  text = ''
  private prefix = ''
  /** `prefix` without spaces at its end: what an empty line gets. */
  private emptyPrefix = ''

  /** Writes text of one or several lines; the first continues the current line. */
  write(text: string): void {
    this.text += this.prefix !== '' && text.includes('\n') ? this.prefixed(text) : text
  }

  line(): void {
    this.text += `\n${this.prefix}`
  }

  blankLine(): void {
    this.text += `\n${this.emptyPrefix}\n${this.prefix}`
  }

  /** Runs `body` with every line it begins set behind `prefix`. */
  within(prefix: string, body: () => void): void {
    const { prefix: outer, emptyPrefix } = this
    this.prefix = outer + prefix
    this.emptyPrefix = this.prefix.trimEnd()
    body()
    this.prefix = outer
    this.emptyPrefix = emptyPrefix
  }

  private prefixed(text: string): string {
    return text
      .split('\n')
      .map((line, index) => (index === 0 ? line : (line === '' ? this.emptyPrefix : this.prefix) + line))
      .join('\n')
  }
}
