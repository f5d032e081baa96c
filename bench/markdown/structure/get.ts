/** Gets what `run.ts` and `formulas.ts` read, by apt-get: `node bench/markdown/structure/get.ts <folder>`. Each package's pages get a folder. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Debian packages of documents by as many generators as there are: Sphinx, DocBook, Texinfo, Doxygen, GTK-Doc, Haddock, AsciiDoc, LaTeX2HTML, GAPDoc, rustdoc, MediaWiki and others. */
const PACKAGES = [
  'apache2-doc',
  'cmake-doc',
  'cppreference-doc-en-html',
  'debian-policy',
  'exim4-doc-html',
  'gap-doc',
  'gettext-doc',
  'ghc-doc',
  'git-doc',
  'gnuplot-doc',
  'imagemagick-6-doc',
  'libboost1.74-doc',
  'libeigen3-doc',
  'libfftw3-doc',
  'libglib2.0-doc',
  'libgtk-3-doc',
  'lilypond-doc-html',
  'maxima-doc',
  'nodejs-doc',
  'octave-doc',
  'openmpi-doc',
  'postgresql-doc-15',
  'python-astropy-doc',
  'python-django-doc',
  'python-mpmath-doc',
  'python-pandas-doc',
  'python-scipy-doc',
  'python-statsmodels-doc',
  'python3.11-doc',
  'r-doc-html',
  'rust-doc',
  'singular-doc',
  'sqlite3-doc',
  'zsh-doc',
]

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name a folder: node bench/markdown/structure/get.ts <folder>')
for (const name of PACKAGES) {
  const scratch = mkdtempSync(join(tmpdir(), 'documents-'))
  execFileSync('apt-get', ['download', name], { cwd: scratch, stdio: 'inherit' })
  mkdirSync(join(folder, name), { recursive: true })
  for (const file of readdirSync(scratch))
    execFileSync('dpkg-deb', ['--extract', join(scratch, file), join(folder, name)])
  rmSync(scratch, { recursive: true })
}
