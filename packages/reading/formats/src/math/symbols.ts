/** Unicode characters of mathematics and the LaTeX command that sets each. Source: unicode-math's symbol list. */
const COMMANDS = `
α alpha β beta γ gamma δ delta ϵ epsilon ε varepsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu
ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon ϕ phi φ varphi χ chi ψ psi ω omega Γ Gamma
Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega ∂ partial ∇ nabla ∞ infty ∑ sum ∏ prod
∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint √ surd ± pm ∓ mp × times ÷ div · cdot ⋅ cdot ∘ circ ∙ bullet • bullet
⊕ oplus ⊖ ominus ⊗ otimes ⊙ odot ⊘ oslash † dagger ‡ ddagger ∗ ast ⋆ star ★ bigstar ≤ leq ≥ geq ⩽ leqslant
⩾ geqslant ≠ neq ≈ approx ≡ equiv ∼ sim ≃ simeq ≅ cong ∝ propto ≪ ll ≫ gg ≺ prec ≻ succ ⪯ preceq ⪰ succeq
≍ asymp ≐ doteq ∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ⊊ subsetneq ∪ cup ∩ cap ⋃ bigcup
⋂ bigcap ⊔ sqcup ⊓ sqcap ∨ vee ∧ wedge ⋁ bigvee ⋀ bigwedge ¬ neg ∀ forall ∃ exists ∄ nexists ∅ emptyset
∖ setminus ⊢ vdash ⊨ models ⊤ top ⊥ bot ∠ angle △ triangle ▽ triangledown □ square ◇ diamond ⋄ diamond
← leftarrow → rightarrow ↔ leftrightarrow ⇐ Leftarrow ⇒ Rightarrow ⇔ Leftrightarrow ↑ uparrow ↓ downarrow
↦ mapsto ⟵ longleftarrow ⟶ longrightarrow ⟸ Longleftarrow ⟹ Longrightarrow ⟺ Longleftrightarrow ⟼ longmapsto
↪ hookrightarrow ↩ hookleftarrow ⇀ rightharpoonup ⇌ rightleftharpoons ↗ nearrow ↘ searrow ⋯ cdots … ldots
⋮ vdots ⋱ ddots ℓ ell ℏ hbar ħ hbar ℜ Re ℑ Im ℵ aleph ℘ wp ⟨ langle ⟩ rangle ⌊ lfloor ⌋ rfloor ⌈ lceil
⌉ rceil ‖ Vert ∥ parallel ∣ mid ∤ nmid ⋈ bowtie ⊲ triangleleft ⊳ triangleright ∎ blacksquare ⊞ boxplus
⊠ boxtimes ⨁ bigoplus ⨂ bigotimes ∴ therefore ∵ because ⊣ dashv ⇝ rightsquigarrow
`

const SYMBOLS: ReadonlyMap<string, string> = new Map(
  pairs(COMMANDS).map(([character, name]) => [character, `\\${name}`]),
)

/** Characters that LaTeX would read as its own syntax. */
export const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['%', '\\%'],
  ['#', '\\#'],
  ['&', '\\&'],
  ['$', '\\$'],
  ['_', '\\_'],
  ['{', '\\{'],
  ['}', '\\}'],
  ['\\', '\\backslash'],
  ['−', '-'],
  ['∕', '/'],
  ['ℎ', 'h'],
  ['’', "'"],
  ['′', "'"],
  ['″', "''"],
  ['‴', "'''"],
  ['⁗', "''''"],
])

/** Invisible operators of MathML: function application, times, separator, plus. */
export const INVISIBLE_OPERATORS = /[\u2061-\u2064\u200b]/g

/** Accents that `<mover>` and `<munder>` put on their base. */
export const OVER_ACCENTS: ReadonlyMap<string, string> = new Map([
  ['^', '\\hat'],
  ['ˆ', '\\hat'],
  ['~', '\\tilde'],
  ['˜', '\\tilde'],
  ['¯', '\\overline'],
  ['ˉ', '\\bar'],
  ['‾', '\\overline'],
  ['_', '\\overline'],
  ['−', '\\bar'],
  ['→', '\\vec'],
  ['⃗', '\\vec'],
  ['˙', '\\dot'],
  ['.', '\\dot'],
  ['¨', '\\ddot'],
  ['ˇ', '\\check'],
  ['˘', '\\breve'],
  ['⏞', '\\overbrace'],
])
/** The same as combining characters, which some renderers put in their place. */
export const COMBINING_ACCENTS: ReadonlyMap<string, string> = new Map([
  ['\u0300', '\\grave'],
  ['\u0301', '\\acute'],
  ['\u0302', '\\hat'],
  ['\u0303', '\\tilde'],
  ['\u0304', '\\bar'],
  ['\u0305', '\\overline'],
  ['\u0306', '\\breve'],
  ['\u0307', '\\dot'],
  ['\u0308', '\\ddot'],
  ['\u030a', '\\mathring'],
  ['\u030c', '\\check'],
])
export const UNDER_ACCENTS: ReadonlyMap<string, string> = new Map([
  ['_', '\\underline'],
  ['¯', '\\underline'],
  ['‾', '\\underline'],
  ['̲', '\\underline'],
  ['⏟', '\\underbrace'],
])

/** Names that LaTeX sets upright by a command of their own. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max ' +
    'min Pr sec sin sinh sup tan tanh'
  ).split(' '),
)

/** Letters of the mathematical alphanumeric block: first code point of A (or a), and the command around the letter. */
const ALPHABETS: [first: number, base: string, command: string | undefined][] = [
  [0x1d400, 'A', '\\mathbf'],
  [0x1d41a, 'a', '\\mathbf'],
  [0x1d434, 'A', undefined],
  [0x1d44e, 'a', undefined],
  [0x1d468, 'A', '\\boldsymbol'],
  [0x1d482, 'a', '\\boldsymbol'],
  [0x1d49c, 'A', '\\mathcal'],
  [0x1d4b6, 'a', '\\mathcal'],
  [0x1d4d0, 'A', '\\mathcal'],
  [0x1d504, 'A', '\\mathfrak'],
  [0x1d51e, 'a', '\\mathfrak'],
  [0x1d538, 'A', '\\mathbb'],
  [0x1d552, 'a', '\\mathbb'],
  [0x1d5a0, 'A', '\\mathsf'],
  [0x1d5ba, 'a', '\\mathsf'],
  [0x1d670, 'A', '\\mathtt'],
  [0x1d68a, 'a', '\\mathtt'],
]

/** Greek letters of the same block, bold, italic and both: capitals from Α, small letters from α. */
const GREEK: [first: number, base: number, length: number][] = [
  [0x1d6a8, 0x391, 25],
  [0x1d6c2, 0x3b1, 25],
  [0x1d6e2, 0x391, 25],
  [0x1d6fc, 0x3b1, 25],
  [0x1d71c, 0x391, 25],
  [0x1d736, 0x3b1, 25],
]

/** Signs that the alphabets hold behind the Greek letters. */
const ITALIC_SIGNS: ReadonlyMap<string, string> = new Map(
  [...'𝛁𝛛𝛜𝛝𝛞𝛟𝛠𝛡𝛻𝜕𝜖𝜗𝜘𝜙𝜚𝜛𝜵𝝏𝝐𝝑𝝒𝝓𝝔𝝕'].map((character, index) => [
    character,
    '\\nabla \\partial \\epsilon \\vartheta \\varkappa \\phi \\varrho \\varpi'.split(' ')[index % 8]!,
  ]),
)

/** LaTeX of one character; the character itself when it needs no command. */
export function symbolToLatex(character: string): string {
  const known = SYMBOLS.get(character) ?? ESCAPES.get(character)
  if (known !== undefined) return known
  const code = character.codePointAt(0)!
  if (code < 0x1d400 || code > 0x1d7ff) return LETTERLIKE.get(character) ?? character
  for (const [first, base, command] of ALPHABETS) {
    if (code < first || code >= first + 26) continue
    const letter = String.fromCharCode(base.charCodeAt(0) + code - first)
    return command ? `${command}{${letter}}` : letter
  }
  for (const [first, base, length] of GREEK) {
    if (code < first || code >= first + length) continue
    const letter = String.fromCharCode(base + code - first)
    return SYMBOLS.get(letter) ?? letter
  }
  const italic = ITALIC_SIGNS.get(character)
  if (italic !== undefined) return italic
  if (code >= 0x1d7ce) return String((code - 0x1d7ce) % 10)
  return character
}

/** Letters that Unicode had before it got the alphabets. */
const LETTERLIKE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mathbb: 'ℂ C ℍ H ℕ N ℙ P ℚ Q ℝ R ℤ Z',
    mathcal: 'ℬ B ℰ E ℱ F ℋ H ℐ I ℒ L ℳ M ℛ R ℯ e ℊ g ℴ o',
    mathfrak: 'ℭ C ℌ H ℨ Z',
  }).flatMap(([command, list]) =>
    pairs(list).map(([character, letter]) => [character, `\\${command}{${letter}}`] as const),
  ),
)

function pairs(list: string): [string, string][] {
  const words = list.trim().split(/\s+/)
  return words.flatMap((word, index) =>
    index % 2 === 0 ? [[word, words[index + 1]!] as [string, string]] : [],
  )
}
