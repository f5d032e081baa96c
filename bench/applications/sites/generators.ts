import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runToEnd } from '../../sessions/lib/run-program.ts'
import { readingOf, writeBook } from './book.ts'
import { serveFolder } from './serve-folder.ts'
import type { Place, Site } from './site.ts'

const DEBRIS = ['¶', 'Edit this page', 'Skip to', 'On this page', 'Copy code', 'Previous Next', '\u200b']

const PAGES = ['index', 'install', 'jobs'] as const

/** Generators of documentation, each of which makes a site of the same small book. */
export const GENERATORS: Site[] = [
  ...['mkdocs', 'readthedocs', 'material'].map((theme) =>
    generator(`mkdocs-${theme}`, {
      debian: ['mkdocs', ...(theme === 'material' ? ['mkdocs-material'] : [])],
      async build({ folder }) {
        await writeBook(join(folder, 'docs'))
        await writeFile(join(folder, 'mkdocs.yml'), `site_name: Kettle\ntheme: ${theme}\n`)
        await sh(folder, 'mkdocs build --quiet')
        return join(folder, 'site')
      },
      address: (name) => (name === 'index' ? '/' : `/${name}/`),
    }),
  ),
  ...['alabaster', 'sphinx_rtd_theme', 'classic'].map((theme) =>
    generator(`sphinx-${theme}`, {
      debian: ['python3-sphinx', 'python3-myst-parser', 'python3-sphinx-rtd-theme'],
      async build({ folder }) {
        await writeBook(join(folder, 'docs'))
        await writeFile(
          join(folder, 'docs/conf.py'),
          `project = 'Kettle'\nextensions = ['myst_parser']\nhtml_theme = '${theme}'\n`,
        )
        await sh(folder, 'sphinx-build -q docs site')
        return join(folder, 'site')
      },
      address: (name) => `/${name}.html`,
    }),
  ),
  generator('vitepress', {
    npm: ['vitepress@1.6.4'],
    async build({ folder, modules }) {
      await writeBook(join(folder, 'docs'))
      await sh(folder, `ln -s ${modules} node_modules; node ${modules}/vitepress/bin/vitepress.js build docs`)
      return join(folder, 'docs/.vitepress/dist')
    },
    address: (name) => `/${name}.html`,
  }),
  generator('docsify', {
    npm: ['docsify@4.13.1'],
    async build({ folder, modules }) {
      await writeBook(folder, undefined, { 'index.md': 'README.md' })
      await sh(folder, `cp -r ${modules}/docsify/lib lib`)
      await writeFile(
        join(folder, 'index.html'),
        '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/lib/themes/vue.css"><div id="app">Loading...</div><script>window.$docsify = { name: "Kettle", routerMode: "history", basePath: "/" }</script><script src="/lib/docsify.min.js"></script>',
      )
      return folder
    },
    address: () => '/',
    only: ['index'],
  }),
  generator('honkit', {
    npm: ['honkit@6.1.7'],
    async build({ folder, modules }) {
      await writeBook(folder, undefined, { 'index.md': 'README.md' })
      await writeFile(
        join(folder, 'SUMMARY.md'),
        '# Summary\n\n* [Kettle](README.md)\n* [Installing](install.md)\n* [Jobs](jobs.md)\n',
      )
      await sh(folder, `node ${modules}/honkit/bin/honkit.js build . site`)
      return join(folder, 'site')
    },
    address: (name) => `/${name}.html`,
  }),
  generator('hexo', {
    npm: [
      'hexo@8.1.2',
      'hexo-theme-landscape@1.1.0',
      'hexo-renderer-marked@7.0.1',
      'hexo-renderer-ejs@2.0.0',
      'hexo-renderer-stylus@3.0.1',
    ],
    async build({ folder, modules }) {
      await writeBook(join(folder, 'source'), (title) => `---\ntitle: ${title}\ndate: 2026-03-04\n---\n`)
      await writeFile(
        join(folder, '_config.yml'),
        'title: Small Machines\nurl: http://kettle.example\ntheme: landscape\n',
      )
      await sh(
        folder,
        `cp -r ${modules} node_modules; cp ${modules}/../package.json .; node -e "const p=require('./package.json');p.hexo={version:''};require('fs').writeFileSync('package.json',JSON.stringify(p))"; node node_modules/hexo/bin/hexo generate`,
      )
      return join(folder, 'public')
    },
    address: (name) => `/${name}.html`,
    only: ['install', 'jobs'],
  }),
  generator('docusaurus', {
    npm: ['@docusaurus/core@3.10.2', '@docusaurus/preset-classic@3.10.2', 'react@18.3.1', 'react-dom@18.3.1'],
    async build({ folder, modules }) {
      await writeBook(join(folder, 'docs'))
      await writeFile(
        join(folder, 'docusaurus.config.js'),
        `module.exports = { title: 'Kettle', url: 'http://kettle.example', baseUrl: '/', presets: [['classic', { docs: { routeBasePath: '/', editUrl: 'http://kettle.example/edit' }, blog: false }]] }`,
      )
      await writeFile(join(folder, 'package.json'), '{"name":"kettle"}')
      await sh(
        folder,
        `ln -s ${modules} node_modules; node node_modules/@docusaurus/core/bin/docusaurus.mjs build`,
      )
      return join(folder, 'build')
    },
    address: (name) => (name === 'index' ? '/' : `/${name}/`),
  }),
  generator('pandoc', {
    debian: ['pandoc'],
    async build({ folder }) {
      await writeBook(join(folder, 'docs'))
      await sh(
        folder,
        'mkdir site; for f in docs/*.md; do pandoc -s --toc $f -o site/$(basename $f .md).html; done',
      )
      return join(folder, 'site')
    },
    address: (name) => `/${name}.html`,
  }),
  generator('doxygen', {
    debian: ['doxygen'],
    async build({ folder }) {
      await writeBook(join(folder, 'docs'))
      await writeFile(
        join(folder, 'Doxyfile'),
        'PROJECT_NAME=Kettle\nINPUT=docs\nFILE_PATTERNS=*.md\nGENERATE_LATEX=NO\nQUIET=YES\nUSE_MDFILE_AS_MAINPAGE=docs/index.md\n',
      )
      await sh(folder, 'doxygen Doxyfile')
      return join(folder, 'html')
    },
    address: () => '/index.html',
    only: ['index'],
  }),
]

interface Generator extends Pick<Site, 'debian' | 'npm'> {
  /** Makes the site; gives the folder to serve. */
  build(place: Place): Promise<string>
  address(name: string): string
  only?: (typeof PAGES)[number][]
}

function generator(name: string, { build, address, only = [...PAGES], ...packages }: Generator): Site {
  return {
    name,
    ...packages,
    start: async (place) => await serveFolder(await build(place), place),
    pages: Object.fromEntries(only.map((page) => [address(page), readingOf(`${page}.md`, DEBRIS)])),
  }
}

async function sh(folder: string, script: string): Promise<void> {
  await runToEnd({ command: 'sh', args: ['-ec', script], cwd: folder, log: join(folder, 'build.log') })
}
