/** The part of the library that reads selectors, which its types leave out. */
declare module 'css-tree/selector-parser' {
  export default function parse(text: string, options: { context: 'selectorList' }): unknown
}
