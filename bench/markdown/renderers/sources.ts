/**
 * Markdown about one feature each, in GitHub's dialect with `$math$`. What a renderer makes of it is a page whose
 * features are known.
 */
export const SOURCES = {
  headings: `# A page about kettles

Kettles heat water.

## Getting started

Fill the kettle.

### With cold water

It takes longer.

## API: \`boil(water)\`

Boils it.

## See also

- [Teapots](https://example.org/teapots)
- [Cups](https://example.org/cups)
`,
  emphasis: `Some *emphasis*, some **strong text**, and ***both at once***. A **strong phrase with *emphasis* inside** and
*emphasis with **strong** inside*. Words like un*frigging*believable, ~~struck text~~ and a \`code span\`.

**Bold lead.** The text follows, with **\`bold code\`** and [**a bold link**](https://example.org/bold).

- **Term**: what it means
- *Other*: something else

| Kettle | State |
| --- | --- |
| **Steel** | *hot* |
| Glass | ~~cold~~ |
`,
  lists: `1. Fill the kettle.
2. Switch it on:

   - at the base
   - or by the app

   Then wait.
3. Pour.

- One
  - Nested
    - Deeper
- Two

- [x] Done
- [ ] To do
- Plain

5. Starts at five
6. Goes on
`,
  tables: `| Model | Litres | Price |
| :--- | :---: | ---: |
| Steel \\| old | 1.7 | 30 |
| \`glass\` | 1.5 | 45 |
| [Copper](https://example.org/copper) | 2 | |

Text between.

| A | B |
| --- | --- |
| 1 | 2 |
`,
  code: `Install it:

\`\`\`bash
npm install kettle
# wait for it
npx kettle --boil
\`\`\`

Then use it:

\`\`\`js
const { boil } = kettle

const water = await boil({ litres: 1.7 })
if (water.temperature > 99) {
  console.log(\`ready: \${water.temperature} < 101 && done\`)
}
\`\`\`

\`\`\`python
def boil(litres: float) -> None:
    """Boil some water."""

    for degree in range(20, 100):
        print(f"{degree} degrees")
\`\`\`

A change:

\`\`\`diff
 kettle:
-  litres: 1.5
+  litres: 1.7
\`\`\`

And a plain one:

\`\`\`
$ kettle --help
usage: kettle [options]

  --boil    boil the water
\`\`\`
`,
  math: `The energy is $E = mc^2$ and the heat $Q = m c \\Delta T$.

$$
\\int_{0}^{\\infty} e^{-x^2} \\, dx = \\frac{\\sqrt{\\pi}}{2}
$$

Where $\\alpha_i \\in \\mathbb{R}$, we have

$$
\\begin{aligned} a &= b + c \\\\ d &= e \\end{aligned}
$$

and $\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}$ holds.
`,
  footnotes: `Kettles are old.[^1] Teapots are older,[^2] and cups[^3] are the oldest.

The first electric one came late.[^4]

[^1]: The oldest is from Mesopotamia.

[^2]: See [the museum](https://example.org/museum) for *several* examples.

[^3]: Cups have two parts:

    the bowl and the handle.

[^4]: In 1891, in Chicago.
`,
  repeated: `Kettles are old.[^1] They are also hot.[^2] Did we say old?[^1]

[^1]: The oldest is from Mesopotamia.

[^2]: Up to 100 degrees.
`,
  callouts: `Before the boxes.

> [!NOTE]
> Water boils at 100 degrees.

> [!TIP]
> Use *cold* water.
>
> - It tastes better
> - It is cheap

> [!WARNING]
> Steam is hot.

Between the boxes.

> [!IMPORTANT]
> Switch it off.

> [!CAUTION]
> Never touch \`the plate\`.

After the boxes.
`,
  titled: `Before the boxes.

> [!NOTE] About water
> Water boils at 100 degrees.

> [!WARNING] Steam is hot
> Keep away.

After the boxes.
`,
  images: `![A kettle](https://example.org/kettle.jpg)

Text with ![an icon](https://example.org/icon.png) inside.

[![Linked](https://example.org/small.jpg)](https://example.org/large.jpg)
`,
  quotes: `> A quote of
> two lines.
>
> > And one inside.

Text with a hard\\
break in it.

---

The end.
`,
}

export type Feature = keyof typeof SOURCES
