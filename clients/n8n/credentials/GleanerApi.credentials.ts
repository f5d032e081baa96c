import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  INodeProperties,
} from 'n8n-workflow'

export class GleanerApi implements ICredentialType {
  name = 'gleanerApi'

  displayName = 'Gleaner API'

  icon = { light: 'file:../icons/gleaner.svg', dark: 'file:../icons/gleaner.dark.svg' } as const

  documentationUrl = 'https://gleaner.example/'

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      required: true,
      default: 'http://localhost:8080',
      description: 'Where your Gleaner is. With or without /api/v1 at its end.',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      placeholder: 'sk_live_…',
      description:
        'A key of your account. With a test key (sk_test_…) pages are those of a sample site, free of charge.',
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { 'X-API-Key': '={{$credentials.apiKey}}' } },
  }

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "").replace(/\\/api\\/v1$/, "")}}',
      url: '/api/v1/usage',
    },
  }
}
