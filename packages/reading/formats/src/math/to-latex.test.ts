import { findFirst, parseFragment } from '@gleaner/markup'
import { expect, test } from '@jest/globals'
import { fromMathml } from './math-node.ts'
import { toLatex } from './to-latex.ts'

test.each([
  ['<mi>α</mi><mi>x</mi><mo></mo><mi>β</mi><mo></mo><mi>y</mi>', '\\alpha x\\beta y'],
  ['<mi>αxβ</mi>', '\\alpha x\\beta'],
  ['<mfrac><mi>n</mi><mi>k</mi></mfrac>', '\\frac{n}{k}'],
  [
    '<mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>',
    '(\\genfrac{}{}{0pt}{}{n}{k})',
  ],
  ['<mfrac linethickness="0pt"><mi>n</mi><mi>k</mi></mfrac>', '\\genfrac{}{}{0pt}{}{n}{k}'],
  ['<mfrac linethickness="0.5"><mi>n</mi><mi>k</mi></mfrac>', '\\frac{n}{k}'],
])('%s is %s', (mathml, latex) => {
  const math = findFirst(parseFragment(`<math>${mathml}</math>`), 'math')!
  expect(toLatex(fromMathml(math))).toBe(latex)
})
