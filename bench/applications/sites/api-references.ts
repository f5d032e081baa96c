import { servePage } from './serve-page.ts'
import type { Site } from './site.ts'

const DESCRIPTION = {
  openapi: '3.0.3',
  info: { title: 'Kettle Jobs API', version: '1.4.0', description: 'Runs small jobs on a schedule.' },
  tags: [
    { name: 'jobs', description: 'Everything about jobs' },
    { name: 'runs', description: 'What has been run' },
  ],
  paths: {
    '/jobs': {
      get: operation('jobs', 'List all jobs', 'listJobs'),
      post: operation('jobs', 'Create a job', 'createJob'),
    },
    '/jobs/{id}': { delete: operation('jobs', 'Remove a job for good', 'removeJob', ['id']) },
    '/runs': { get: operation('runs', 'List the latest runs', 'listRuns') },
    '/runs/{id}/output': { get: operation('runs', 'Read what a run has printed', 'readOutput', ['id']) },
  },
}
const READING = {
  '/': {
    has: [
      'Kettle Jobs API',
      'Runs small jobs on a schedule.',
      'Everything about jobs',
      'List all jobs',
      'Create a job',
      'Remove a job for good',
      'List the latest runs',
      'Read what a run has printed',
      '/runs/{id}/output',
    ],
    lacks: ['How can I help you today', 'Loading'],
  },
}

/** Pages that JavaScript builds of an OpenAPI document. */
export const API_REFERENCES: Site[] = [
  reference(
    'swagger-ui',
    'swagger-ui-dist@5.35.0',
    'swagger-ui-dist',
    (lib) => `
    <link rel="stylesheet" href="${lib}/swagger-ui.css"><div id="swagger-ui"></div>
    <script src="${lib}/swagger-ui-bundle.js"></script>
    <script>window.onload = () => SwaggerUIBundle({ url: '/openapi.json', dom_id: '#swagger-ui', deepLinking: true })</script>`,
  ),
  reference(
    'scalar',
    '@scalar/api-reference@1.72.1',
    '@scalar/api-reference/dist/browser',
    (lib) => `
    <script id="api-reference" data-url="/openapi.json"></script><script src="${lib}/standalone.js"></script>`,
  ),
  reference(
    'rapidoc',
    'rapidoc@9.3.8',
    'rapidoc/dist',
    (lib) => `
    <script type="module" src="${lib}/rapidoc-min.js"></script><rapi-doc spec-url="/openapi.json" render-style="view"></rapi-doc>`,
  ),
  reference(
    'redoc',
    'redoc@2.5.2',
    'redoc/bundles',
    (lib) => `
    <redoc spec-url="/openapi.json"></redoc><script src="${lib}/redoc.standalone.js"></script>`,
  ),
  reference(
    'elements',
    '@stoplight/elements@9.0.25',
    '@stoplight/elements',
    (lib) => `
    <script src="${lib}/web-components.min.js"></script><link rel="stylesheet" href="${lib}/styles.min.css">
    <elements-api apiDescriptionUrl="/openapi.json" router="hash" layout="sidebar"></elements-api>`,
    // Its first page is the overview, with the operations in the menu.
    { '/': { has: ['Kettle Jobs API', 'Runs small jobs on a schedule.'] } },
  ),
]

function reference(
  name: string,
  npm: string,
  files: string,
  body: (lib: string) => string,
  pages: Site['pages'] = READING,
): Site {
  return {
    name,
    npm: [npm],
    start: (place) =>
      servePage(place, {
        copies: { lib: files },
        files: {
          'openapi.json': JSON.stringify(DESCRIPTION),
          'index.html': `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API</title></head><body>${body('/lib')}</body></html>`,
        },
      }),
    pages,
  }
}

function operation(tag: string, summary: string, operationId: string, path: string[] = []) {
  return {
    tags: [tag],
    summary,
    operationId,
    parameters: path.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    responses: { 200: { description: 'As asked' } },
  }
}
