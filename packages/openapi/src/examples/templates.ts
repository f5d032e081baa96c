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
}
