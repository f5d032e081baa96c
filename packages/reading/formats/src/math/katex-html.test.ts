import { findFirst, parseFragment } from '@gleaner/markup'
import { expect, test } from '@jest/globals'
import { readFormula } from './read-math.ts'

const level = (top: number, inner: string) =>
  `<span style="top:${top}em"><span class="pstrut"></span>${inner}</span>`
const levels = (...all: string[]) =>
  `<span class="vlist-t"><span class="vlist-r"><span class="vlist">${all.join('')}</span></span></span>`
/** KaTeX makes room for depth by a second row. */
const deepLevels = (...all: string[]) => levels(...all).replace('"vlist-t"', '"vlist-t vlist-t2"')
const letter = (name: string) => `<span class="mord mathnormal">${name}</span>`
const number = (value: string) => `<span class="mord">${value}</span>`
const column = (...cells: string[]) =>
  `<span class="col-align-c">${levels(...cells.map((cell, row) => level(row - 4, cell)))}</span>`

test.each([
  [
    'a subscript',
    `<span class="mord">${letter('x')}<span class="msupsub">${deepLevels(level(-2.5, number('1')))}</span></span>`,
    'x_{1}',
  ],
  [
    'a superscript',
    `<span class="mord">${letter('x')}<span class="msupsub">${levels(level(-3, number('2')))}</span></span>`,
    'x^{2}',
  ],
  [
    'both, the lower one first',
    `<span class="mord">${letter('x')}<span class="msupsub">${deepLevels(level(-2.4, letter('i')), level(-3, number('2')))}</span></span>`,
    'x_{i}^{2}',
  ],
  [
    'a fraction',
    `<span class="mord"><span class="mopen nulldelimiter"></span><span class="mfrac">${deepLevels(level(-2.3, letter('b')), level(-3.2, '<span class="frac-line"></span>'), level(-3.7, letter('a')))}</span></span>`,
    '\\frac{a}{b}',
  ],
  [
    'a binomial',
    `<span class="mord"><span class="mopen">(</span><span class="mfrac">${deepLevels(level(-2.3, letter('k')), level(-3.7, letter('n')))}</span><span class="mclose">)</span></span>`,
    '\\binom{n}{k}',
  ],
  [
    'a root with its degree',
    `<span class="mord sqrt"><span class="katex-root">${levels(level(-2.8, number('3')))}</span>${levels(`<span class="svg-align" style="top:-3em">${letter('x')}</span>`, level(-2.7, '<span class="hide-tail"><svg></svg></span>'))}</span>`,
    '\\sqrt[3]{x}',
  ],
  [
    'a sum with its limits',
    `<span class="mop op-limits">${deepLevels(level(-1.8, letter('i')), level(-3, '<span><span class="mop op-symbol">∑</span></span>'), level(-4.3, letter('n')))}</span>`,
    '\\sum_{i}^{n}',
  ],
  [
    'an accent as high as its letter',
    `<span class="mord katex-accent">${levels(level(-3, letter('q')), level(-3, '<span class="accent-body"><span class="mord">ˉ</span></span>'))}</span>`,
    '\\bar{q}',
  ],
  [
    'a wide hat, which is a picture',
    `<span class="mord accent">${levels(level(-3, `<span class="mord">${letter('a')}${letter('b')}</span>`), '<span class="svg-align" style="top:-3.7em"><span><svg viewBox="0 0 2364 300"></svg></span></span>')}</span>`,
    '\\hat{ab}',
  ],
  [
    'a matrix in brackets, drawn by columns',
    `<span class="minner"><span class="mopen"><span class="delimsizing size3">[</span></span><span class="mord"><span class="mtable">${column(number('1'), number('3'))}<span class="arraycolsep"></span>${column(number('2'), number('4'))}</span></span><span class="mclose"><span class="delimsizing size3">]</span></span></span>`,
    '\\begin{bmatrix}1 & 2 \\\\ 3 & 4\\end{bmatrix}',
  ],
  [
    'a struck sign',
    `${letter('s')}<span class="mrel"><span class="mrel"><span class="rlap"><span class="inner"><span class="mrel">\ue020</span></span></span></span><span class="mspace"></span><span class="mrel">=</span></span>${number('1')}`,
    's \\neq 1',
  ],
  [
    'letters of alphabets, names and words',
    `<span class="mord mathbb">R</span><span class="mop">lo<span style="margin-right:.01em">g</span></span><span class="mord text"><span class="mord">if </span></span><span class="mord mathbf">x</span>`,
    '\\mathbb{R}\\log \\text{if }\\mathbf{x}',
  ],
])('%s', (_, drawn, latex) => {
  const page = parseFragment(
    `<span class="katex"><span class="katex-html" aria-hidden="true"><span class="base"><span class="strut"></span>${drawn}</span></span></span>`,
  )
  expect(readFormula(findFirst(page, 'span')!)?.tex).toBe(latex)
})
