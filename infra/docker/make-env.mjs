// Prints a .env for docker-compose.yml with fresh secrets: node infra/docker/make-env.mjs https://api.example.com > .env
import { randomBytes } from 'node:crypto'

const publicUrl = process.argv[2] ?? 'http://localhost:8080'
const https = publicUrl.startsWith('https://')
const settings = {
  PUBLIC_URL: publicUrl,
  // A name makes the edge fetch a certificate for it; a bare port serves plain http.
  EDGE_ADDRESS: https ? new URL(publicUrl).host : ':8080',
  EDGE_HTTP_PORT: https ? '80' : new URL(publicUrl).port || '80',
  EDGE_HTTPS_PORT: https ? '443' : '8443',
  POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
  REDIS_PASSWORD: randomBytes(24).toString('hex'),
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  JWT_SECRET: randomBytes(48).toString('base64url'),
  ADMIN_PASSWORD: randomBytes(18).toString('base64url'),
  GRAFANA_PASSWORD: randomBytes(18).toString('base64url'),
}
process.stdout.write(
  `${Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`,
)
