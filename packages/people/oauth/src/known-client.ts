import { clientOfDocument, isDocumentAddress } from './client-doors/client-of-document.ts'
import { findClient, type OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'

/** The client of an id, by its metadata document where the id is the address of one. Throws as `clientOfDocument` does. */
export async function knownClient(ctx: OAuthContext, id: string): Promise<OAuthClient | undefined> {
  if (ctx.doors.documents && isDocumentAddress(id, ctx.isDevelopment)) return await clientOfDocument(ctx, id)
  const client = await findClient(await ctx.db.prisma(), id)
  return client?.origin === 'document' ? undefined : client
}
