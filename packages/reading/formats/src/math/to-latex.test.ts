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
  [
    '<mi>f</mi><mrow><mo>(</mo><mfrac><mi>x</mi><mi>y</mi></mfrac><mo>)</mo></mrow>',
    'f\\left(\\frac{x}{y}\\right)',
  ],
  ['<mrow><mo stretchy="false">(</mo><mi>x</mi><mo>)</mo></mrow>', '(x)'],
  ['<mrow><mo>[</mo><mi>x</mi><mo>)</mo></mrow>', '[x)'],
  ['<msup><mi>x</mi><mrow><mo>(</mo><mi>i</mi><mo>)</mo></mrow></msup>', 'x^{(i)}'],
  ['<mfrac linethickness="0pt"><mi>n</mi><mi>k</mi></mfrac>', '\\genfrac{}{}{0pt}{}{n}{k}'],
  ['<mfrac linethickness="0.5"><mi>n</mi><mi>k</mi></mfrac>', '\\frac{n}{k}'],
])('%s is %s', (mathml, latex) => {
  const math = findFirst(parseFragment(`<math>${mathml}</math>`), 'math')!
  expect(toLatex(fromMathml(math))).toBe(latex)
})
