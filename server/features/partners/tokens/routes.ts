import type { FastifyInstance } from 'fastify'
import {
  giveTokens as giveTokensCall,
  introspectToken as introspectTokenCall,
  revokeToken as revokeTokenCall,
  serverMetadata,
  whoAmI as whoAmICall,
} from '#contract/features/tokens.ts'
import type { Deps } from '#server/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { giveTokens } from './give-tokens.ts'
import { metadataOf } from './metadata.ts'
import { introspectToken, revokeToken, whoAmI } from './read-tokens.ts'

/** Endpoints that partners call directly, without a person: cookies are not read. */
export function tokenRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, serverMetadata, async () => metadataOf(deps.config.publicUrl))
  route(app, giveTokensCall, (body, visitor) => giveTokens(deps, body, visitor))
  route(app, revokeTokenCall, (body, visitor) => revokeToken(deps, body, visitor))
  route(app, introspectTokenCall, (body, visitor) => introspectToken(deps, body, visitor))
  route(app, whoAmICall, (_, visitor) => whoAmI(deps, visitor))
}
