import { serveFolder } from './serve-folder.ts'
import type { Reading, Site } from './site.ts'

/** Documentation as Debian packages it, made by the generators of its authors. */
export const DOCUMENTATION: Site[] = [
  docs('python', 'python3-doc', '/usr/share/doc/python3-doc/html', {
    '/library/json.html': {
      has: [
        'JSON encoder and decoder',
        'Be cautious when parsing JSON data from untrusted sources.',
        'Serialize obj as a JSON formatted stream to fp',
        'If allow_nan is false (default: True), then it will be a',
        'python -m json.tool',
        'Repeated Names Within an Object',
        'permits literal U+2028',
      ],
      lacks: ['Report a Bug', 'Previous topic', '¶'],
    },
    '/library/index.html': {
      has: ['The Python Standard Library', 'Text Processing Services', 'Built-in Types'],
    },
  }),
  docs('git', 'git-doc', '/usr/share/doc/git/html', {
    '/git-rebase.html': {
      has: [
        'git-rebase - Reapply commits on top of another base tip',
        'The current branch is reset to',
        'sequence.editor',
        '--keep-empty',
      ],
      lacks: ['Last updated 20'],
    },
  }),
  docs('postgresql', 'postgresql-doc-15', '/usr/share/doc/postgresql-doc-15/html', {
    '/sql-createtable.html': {
      has: [
        'define a new table',
        'CREATE TABLE films',
        'See Also',
        'DROP TABLE',
        'PARTITION OF Clause',
        'TABLESPACE tablespace_name',
      ],
      lacks: ['Prev Up'],
    },
  }),
  docs('apache', 'apache2-doc', '/usr/share/doc/apache2-doc/manual', {
    '/en/mod/mod_rewrite.html': {
      has: [
        'Provides a rule-based rewriting engine',
        'RewriteCond Directive',
        'Defines a condition under which rewriting will take place',
        'HTTP_USER_AGENT',
      ],
    },
  }),
  docs('valgrind', 'valgrind', '/usr/share/doc/valgrind/html', {
    '/quick-start.html': {
      has: [
        '1. Introduction',
        'valgrind --leak-check=yes myprog arg1 arg2',
        'very close to it.',
        'Please consult the Valgrind FAQ',
      ],
    },
  }),
  docs('django', 'python-django-doc', '/usr/share/doc/python-django-doc/html', {
    '/topics/db/queries.html': {
      has: [
        'Making queries',
        'Retrieving specific objects with filters',
        'Caching and QuerySets',
        'class Blog(models.Model)',
      ],
      lacks: ['¶'],
    },
  }),
  docs('sphinx', 'sphinx-doc', '/usr/share/doc/sphinx-doc/html', {
    '/usage/restructuredtext/basics.html': {
      has: [
        'reStructuredText Primer',
        'Inline markup',
        'Literal blocks',
        'one asterisk: *text* for emphasis (italics)',
      ],
      lacks: ['¶'],
    },
  }),
  docs('debian-policy', 'debian-policy', '/usr/share/doc/debian-policy', {
    '/policy.html/ch-controlfields.html': {
      has: ['Control files and their fields', 'Syntax of control files', 'Installed-Size'],
      lacks: ['¶'],
    },
    '/copyright-format-1.0.html': { has: ['Machine-readable debian/copyright file', 'Files: *'] },
  }),
  docs('developers-reference', 'developers-reference', '/usr/share/developers-reference', {
    '/best-pkging-practices.html': {
      has: ['Best Packaging Practices', 'Best practices for debian/rules', 'Helper scripts'],
      lacks: ['¶'],
    },
  }),
  docs('java', 'openjdk-17-doc', '/usr/share/doc/openjdk-17-jre-headless/api', {
    '/java.base/java/util/List.html': {
      has: [
        'Interface List<E>',
        'An ordered collection',
        'Unmodifiable Lists',
        'Method Summary',
        'Appends the specified element to the end of this list',
      ],
    },
  }),
  docs('eigen', 'libeigen3-doc', '/usr/share/doc/libeigen3-dev/html', {
    '/GettingStarted.html': {
      has: ['How to "install" Eigen?', 'A simple first program', '#include <iostream>'],
    },
  }),
  docs('sqlite', 'sqlite3-doc', '/usr/share/doc/sqlite3', {
    '/lang_select.html': {
      has: ['Simple Select Processing', 'Compound Select Statements', 'Bare columns in an aggregate query'],
    },
  }),
  {
    name: 'python-listing',
    start: ({ folder, port }) => serveFolder('/usr/share/doc', { folder, port }),
    pages: {
      '/': { has: ['Directory listing for /', 'python3/', 'base-files/'] },
      '/base-files/no-such-file': { has: ['Error code: 404', 'File not found'], status: 404 },
    },
  },
]

function docs(name: string, debian: string, root: string, pages: Record<string, Reading>): Site {
  return { name, debian: [debian], start: ({ folder, port }) => serveFolder(root, { folder, port }), pages }
}
