import type { CallToolResult, GetPromptResult, McpServer } from '@modelcontextprotocol/server'
import { completable, fromJsonSchema, ResourceTemplate } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** A picture of one pixel, and a sound of no length. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

const text = (says: string) => ({ type: 'text' as const, text: says })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const embedded = (uri: string, says: string, mimeType = 'text/plain') => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: says },
})

/** Tools that always say the same, by the suite's names for them. */
const SAYING: Record<string, CallToolResult['content']> = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: [embedded('test://embedded-resource', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
  ],
  // It is called by who takes no requests of the server; there are none.
  test_streaming_elicitation: [text('Nobody was asked.')],
}

/** What the suite looks for of plain tools, resources and prompts. */
export function registerContents(server: McpServer): void {
  for (const [name, content] of Object.entries(SAYING))
    server.registerTool(name, { description: `Says the same always: ${name}.` }, () => ({ content }))
  server.registerTool('test_error_handling', { description: 'Fails always.' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Tells how far it is.', inputSchema: z.object({}) },
    async (_args, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of progressToken === undefined ? [] : [0, 50, 100])
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: progressToken!, progress, total: 100 },
        })
      return { content: [text('done')] }
    },
  )
  for (const name of ['test_logging_tool', 'test_tool_with_logging'])
    server.registerTool(
      name,
      { description: 'Writes to the log of the client.', inputSchema: z.object({}) },
      async (_args, { mcpReq }) => {
        for (const says of ['started', 'at work', 'ended']) await mcpReq.log('info', says)
        return { content: [text('done')] }
      },
    )
  for (const [name, inputSchema] of Object.entries(SCHEMAS))
    server.registerTool(name, { description: 'Has a schema of its own.', inputSchema }, () => ({
      content: [text('done')],
    }))
  registerResources(server)
  registerPrompts(server)
}

/** Schemas that a list of tools shows as they are written; of the second, a header repeats an argument. */
const SCHEMAS = {
  json_schema_2020_12_tool: fromJsonSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }),
  test_x_mcp_header: fromJsonSchema({
    type: 'object',
    properties: {
      region: { type: 'string', ['x-mcp-header' as string]: 'Region' },
      level: { type: 'integer' },
    },
  }),
}

function registerResources(server: McpServer): void {
  const about = (mimeType: string) => ({ description: 'A resource of the suite.', mimeType })
  const plain = 'This is the content of the static text resource.'
  server.registerResource('static-text', 'test://static-text', about('text/plain'), ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: plain }],
  }))
  server.registerResource('static-binary', 'test://static-binary', about('image/png'), ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: PNG }],
  }))
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    about('application/json'),
    ({ href: uri }, { id }) => ({
      contents: [
        {
          uri,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
        },
      ],
    }),
  )
}

function registerPrompts(server: McpServer): void {
  const say = (...contents: GetPromptResult['messages'][number]['content'][]): GetPromptResult => ({
    messages: contents.map((content) => ({ role: 'user', content })),
  })
  const description = 'A prompt of the suite.'
  server.registerPrompt('test_simple_prompt', { description }, () =>
    say(text('This is a simple prompt for testing.')),
  )
  const argument = z.string().describe('An argument of the suite.')
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description,
      argsSchema: z.object({ arg1: completable(argument, () => ['paris', 'park', 'party']), arg2: argument }),
    },
    ({ arg1, arg2 }) => say(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description, argsSchema: z.object({ resourceUri: argument }) },
    ({ resourceUri }) =>
      say(embedded(resourceUri, 'Embedded resource content for testing.'), text('Please process it.')),
  )
  server.registerPrompt('test_prompt_with_image', { description }, () =>
    say(image, text('Please analyze the image above.')),
  )
}
