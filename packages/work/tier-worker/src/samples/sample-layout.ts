/**
 * A page with what all of them have: a look, a search form for actions to use (each search adds a `.result`), and a list that a
 * script loads (`#related`).
 */
export function samplePage(head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${head}
<style>${STYLE}</style>
</head>
<body>
${body}
<aside>
<form id="search"><label>Search <input name="q" autocomplete="off"></label> <button type="submit">Go</button></form>
<div id="results"></div>
<ul id="related"></ul>
</aside>
<script>${SCRIPT}</script>
</body>
</html>`
}

/** What the script of each page asks for. */
export const RELATED_PATH = '/related.json'
export const RELATED = { related: ['The keeper’s log', 'A walk along the pier', 'Notes on tides'] }

const STYLE = `
body { font: 18px/1.6 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fffdf8; }
nav a { margin-right: 1rem; } h1 { line-height: 1.2; color: #14405c; }
table { border-collapse: collapse; } th, td { border: 1px solid #bbb; padding: .3rem .8rem; text-align: left; }
pre { background: #eef3f6; padding: 1rem; overflow: auto; } aside { margin-top: 2rem; border-top: 1px solid #bbb; padding-top: 1rem; }
.price { font-size: 1.6rem; color: #8a2f1d; }
`

const SCRIPT = `
document.getElementById('search').addEventListener('submit', (event) => {
  event.preventDefault()
  const result = document.createElement('p')
  result.className = 'result'
  result.textContent = 'Nothing was found for "' + event.target.q.value + '".'
  document.getElementById('results').append(result)
})
fetch('${RELATED_PATH}').then((response) => response.json()).then(({ related }) => {
  for (const title of related) {
    const item = document.createElement('li')
    item.textContent = title
    document.getElementById('related').append(item)
  }
}).catch(() => {})
`
