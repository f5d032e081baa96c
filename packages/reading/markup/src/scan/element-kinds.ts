/** Elements whose text is not shown: what is kept for later, and drawings. A template with `shadowrootmode` is shown. */
export const UNSHOWN: ReadonlySet<string> = new Set(['template', 'svg', 'math', 'object', 'datalist'])

/** Elements that begin and end a line. */
export const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote br dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
)
