import type { AreaExamples } from './endpoint-example.ts'

const id = '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d55'
const params = { template_id: id }

const list = {
  name: 'products',
  selector: '.product-card',
  fields: {
    title: { selector: 'h2', type: 'text', many: false },
    price: { selector: '.price', type: 'number', many: false },
    link: { selector: 'a', type: 'url', many: false },
    code: { type: 'attribute', attribute: 'data-sku', many: false },
  },
}

const template = {
  id,
  name: 'shop-listing',
  description: null,
  fields: { heading: { selector: 'h1', type: 'text', many: false } },
  list,
  created_at: '2026-11-22T08:00:00.000Z',
  updated_at: '2026-11-22T08:00:00.000Z',
}

export const templates: AreaExamples = {
  listTemplates: { query: { limit: 20, offset: 0 }, replies: { 200: { templates: [template], total: 1 } } },
  createTemplate: {
    body: {
      name: 'shop-listing',
      fields: { heading: 'h1' },
      list: {
        name: 'products',
        selector: '.product-card',
        fields: {
          title: 'h2',
          price: { selector: '.price', type: 'number' },
          link: { selector: 'a', type: 'url' },
          code: { type: 'attribute', attribute: 'data-sku' },
        },
      },
    },
    replies: { 201: template },
  },
  getTemplate: { params, replies: { 200: template } },
  updateTemplate: { params, body: { name: 'shop-listing' }, replies: { 200: template } },
  deleteTemplate: { params },
  testTemplate: {
    params,
    body: {
      content: '<h1>Lamps</h1><div class="product-card" data-sku="L-1"><h2>Desk lamp</h2></div>',
      source_url: 'https://shop.example.com/lamps',
    },
    replies: {
      200: {
        job_id: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d61',
        template_id: id,
        template: 'shop-listing',
        result: { heading: 'Lamps', products: [{ title: 'Desk lamp', code: 'L-1' }] },
        missing_fields: ['products.price', 'products.link'],
        selectors: {
          heading: { selector: 'h1', matches: 1, values: 1, first: '<h1>Lamps</h1>' },
          products: {
            selector: '.product-card',
            matches: 1,
            first: '<div class="product-card" data-sku="L-1"><h2>Desk lamp</h2></div>',
          },
          'products.title': { selector: 'h2', matches: 1, values: 1, first: '<h2>Desk lamp</h2>' },
          'products.price': { selector: '.price', matches: 0, values: 0 },
          'products.link': { selector: 'a', matches: 0, values: 0 },
          'products.code': {
            selector: null,
            matches: 1,
            values: 1,
            first: '<div class="product-card" data-sku="L-1"><h2>Desk lamp</h2></div>',
          },
        },
        fault: null,
        credits_used: 12.5,
        warnings: [],
      },
      202: {
        extract_id: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d61',
        job_id: '019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d61',
        status: 'pending',
        poll_url: 'https://api.example.com/api/v1/jobs/019a9f3e-7c1a-7b2e-9d55-3f0a6c1b2d61',
      },
    },
  },
}
