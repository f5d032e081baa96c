import { findFirst, parseFragment } from '@gleaner/markup'
import { expect, test } from '@jest/globals'
import { fromMathml } from './math-node.ts'
import { toLatex } from './to-latex.ts'

test.each([
  ['<mi>α</mi><mi>x</mi><mo></mo><mi>β</mi><mo></mo><mi>y</mi>', '\\alpha x\\beta y'],
  ['<mi>αxβ</mi>', '\\alpha x\\beta'],
  ['<mfrac><mi>n</mi><mi>k</mi></mfrac>', '\\frac{n}{k}'],
  ['<mo>(</mo><mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>', '\\binom{n}{k}'],
  ['<mrow><mo>(</mo><mi>a</mi><mo>)</mo><mo>(</mo><mi>b</mi><mo>)</mo></mrow>', '(a)(b)'],
  [
    '<mo>[</mo><mtable><mtr><mtd>1</mtd><mtd>2</mtd></mtr></mtable><mo>]</mo>',
    '\\begin{bmatrix}1 & 2\\end{bmatrix}',
  ],
  [
    '<mrow><mo>{</mo><mtable><mtr><mtd>1</mtd></mtr><mtr><mtd>2</mtd></mtr></mtable><mo></mo></mrow>',
    '\\begin{cases}1 \\\\ 2\\end{cases}',
  ],
  ['<mover><mi>q</mi><mo>\u0302</mo></mover><mover><mi>q</mi><mo>ˉ</mo></mover>', '\\hat{q}\\bar{q}'],
  ['<mi>f</mi><mo>″</mo><msubsup><mi>y</mi><mn>0</mn><mo>′</mo></msubsup>', "f''y_{0}'"],
  ['<mtext>𝑠ℎ𝑖𝑓𝑡</mtext><mi>ℎ</mi><mi>𝜕</mi><mi>ℒ</mi>', '\\textit{shift}h\\partial\\mathcal{L}'],
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
