import { operatePartners } from '#server/features/partners/registry/operate-partners.ts'
import { logEvent } from '#server/platform/log/log-events.ts'
import { orThrow } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'

export const addPartnerCommand: Command = {
  name: 'partner add',
  takes: 'NAME …',
  says: 'Registers a partner and shows its secret once.',
  flags: {
    id: { takes: 'ID', says: 'its client_id; made from the name by default' },
    'redirect-uri': {
      takes: 'URI',
      isMany: true,
      says: 'where people are sent back to; may be given several times',
    },
    scope: { takes: 'SCOPES', says: 'the most it may ask for, like "profile leads"' },
    'default-scope': { takes: 'SCOPES', says: 'what it gets when it does not ask for a scope' },
    public: { says: 'an app on a phone or in a browser, which cannot keep a secret' },
    pkce: { says: 'require PKCE even though it has a secret' },
  },
  async run({ db, log }, request) {
    const { args, flag, flags, has } = request
    const partner = {
      name: args.join(' '),
      redirectUris: flags('redirect-uri'),
      ...(has('id') ? { id: flag('id') ?? '' } : {}),
      ...(has('scope') ? { scope: flag('scope') ?? '' } : {}),
      ...(has('default-scope') ? { defaultScope: flag('default-scope') ?? '' } : {}),
      isPublic: has('public'),
      requiresPkce: has('pkce'),
    }
    const { id, secret } = orThrow(await operatePartners.add(db, request, partner))
    logEvent(log, 'partner.added', { actor: request.actor, partner: id })
    // Printed only once: we keep just the hash, so it cannot be shown again.
    const ofSecret = secret
      ? `Its secret, which is shown only this once: ${secret}`
      : 'It is public and has no secret.'
    return { said: `The partner ${id} is registered. ${ofSecret}` }
  },
}
