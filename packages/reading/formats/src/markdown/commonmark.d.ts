declare module 'commonmark' {
  export interface Node {
    type: string
    info: string | null
    literal: string | null
    walker(): { next(): { entering: boolean; node: Node } | null }
  }
  export class Parser {
    parse(markdown: string): Node
  }
  export class HtmlRenderer {
    render(tree: Node): string
  }
}
