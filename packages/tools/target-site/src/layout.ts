const STYLE = `body{font:17px/1.6 Georgia,serif;color:#22303a;background:#f7f5f0;margin:0}
header,main,footer{max-width:46rem;margin:auto;padding:1rem 1.5rem}header a{color:inherit;text-decoration:none}
header{border-bottom:3px double #b9ad97}footer{font-size:.85rem;color:#6b6557;border-top:1px solid #d9d1c0}
a{color:#155e75}code,pre{font:14px/1.5 ui-monospace,monospace;background:#ece7db;padding:.1em .3em;border-radius:3px}
table{border-collapse:collapse}td,th{border:1px solid #d0c7b4;padding:.3em .6em;text-align:left}
input,button{font:inherit;padding:.3em .6em}`

/** The frame that the small pages of the target site share; `body` is HTML. */
export function layout(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Port Selwyn</title>
<style>${STYLE}</style>
</head>
<body>
<header><a href="/"><strong>Port Selwyn</strong></a> a town that exists only to be scraped</header>
<main>
<h1>${title}</h1>
${body}
</main>
<footer>Port Selwyn is a sample website for tests and first steps. Everything on it is invented.</footer>
</body>
</html>
`
}
