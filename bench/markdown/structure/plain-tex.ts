/** LaTeX in one of the ways in which it can be written: what two writings of one formula differ in is taken out. */
export function plainTex(tex: string): string {
  return tex
    .replace(
      /\\(?:displaystyle|textstyle|scriptstyle|limits|nolimits|quad|qquad|nonumber|notag|mathstrut)(?![a-zA-Z])/g,
      '',
    )
    .replace(/\\(?:left|right|bigl?|bigr?|Bigl?|Bigr?|biggl?|biggr?|middle)(?![a-zA-Z])\.?/g, '')
    .replace(/\\label\{[^{}]*\}|\\tag\{[^{}]*\}/g, '')
    .replace(
      /\\begin\{(?:split|aligned|align|gather|gathered|eqnarray|alignat|multline)\*?\}/g,
      '\\begin{aligned}',
    )
    .replace(
      /\\end\{(?:split|aligned|align|gather|gathered|eqnarray|alignat|multline)\*?\}/g,
      '\\end{aligned}',
    )
    .replace(/\\begin\{array\}(?:\{[^{}]*\})?/g, '\\begin{matrix}')
    .replace(/\\end\{array\}/g, '\\end{matrix}')
    .replace(/\\[dt]frac(?![a-zA-Z])/g, '\\frac')
    .replace(/\\[dt]?binom(?![a-zA-Z])/g, '\\binom')
    .replace(
      /\\(?:operatorname\*?|mathrm|textrm|text|mbox|mathit|rm|it|textit|mathop|texttt|mathtt)(?![a-zA-Z])/g,
      '',
    )
    .replace(/\{([^{}]*?)\\choose([^{}]*?)\}/g, '\\binom{$1}{$2}')
    .replace(/\\not\s*=/g, '\\ne')
    .replace(/\\(?:boldsymbol|bm|mathbf|bf|textbf)(?![a-zA-Z])/g, '\\mathbf')
    .replace(/\\(?:d|c|l)?dots(?:b|c|m|o|i)?(?![a-zA-Z])|\\cdots|\\ldots/g, '\\dots')
    .replace(/\\(?:le|leq|leqslant)(?![a-zA-Z])/g, '\\le')
    .replace(/\\(?:ge|geq|geqslant)(?![a-zA-Z])/g, '\\ge')
    .replace(/\\iff(?![a-zA-Z])/g, '\\Longleftrightarrow')
    .replace(/\\setminus(?![a-zA-Z])/g, '\\backslash')
    .replace(/[ℂℍℕℙℚℝℤ]/g, (letter) => `\\mathbb${letter.normalize('NFKC')}`)
    .replace(/\\land(?![a-zA-Z])/g, '\\wedge')
    .replace(/\\lor(?![a-zA-Z])/g, '\\vee')
    .replace(/\\(?:ne|neq)(?![a-zA-Z])/g, '\\ne')
    .replace(/\\(?:to|rightarrow)(?![a-zA-Z])/g, '\\to')
    .replace(/\\(?:lbrace|\{)/g, '\\{')
    .replace(/\\(?:rbrace|\})/g, '\\}')
    .replace(/\\(?:vert|mid|lvert|rvert)(?![a-zA-Z])/g, '|')
    .replace(/\\(?:Vert|\||lVert|rVert|parallel)/g, '\\Vert')
    .replace(/\\(?:ast)(?![a-zA-Z])/g, '*')
    .replace(/\\(?:widehat)(?![a-zA-Z])/g, '\\hat')
    .replace(/\\(?:widetilde)(?![a-zA-Z])/g, '\\tilde')
    .replace(/\\(?:bar|overline)(?![a-zA-Z])/g, '\\bar')
    .replace(/\\prime/g, "'")
    .replace(/\\[,;:! ]|~|&nbsp;/g, '')
    .replace(/\\ /g, '')
    .replace(/\^(\{[^{}]*\}|\\[a-zA-Z]+|[^\s{}\\])\s*_(\{[^{}]*\}|\\[a-zA-Z]+|[^\s{}\\])/g, '_$2^$1')
    .replace(/[{}\s]/g, '')
    .replace(/\^('+)/g, '$1')
}
