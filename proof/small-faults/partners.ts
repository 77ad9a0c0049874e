import type { SmallFault } from './fault.ts'

const partners = 'server/features/partners'

export const faults: SmallFault[] = [
  {
    name: 'A redirect URI that begins like a registered one is accepted',
    file: `${partners}/authorize/checks.ts`,
    from: 'client?.redirectUris.includes(redirect_uri) ?',
    to: 'client?.redirectUris.some((uri) => redirect_uri.startsWith(uri)) ?',
    noticedBy: [`${partners}/authorize/authorize.test.ts`],
  },
  {
    name: 'A public client needs no code challenge',
    file: `${partners}/authorize/checks.ts`,
    from: 'const isDemanded = !client.isConfidential || client.requiresPkce',
    to: 'const isDemanded = client.requiresPkce',
    noticedBy: [`${partners}/authorize/authorize.test.ts`],
  },
  {
    name: 'A wrong password on the page of a partner loses the way back',
    file: `${partners}/authorize/authorize.ts`,
    from: 'if (isRefused(agent)) throw withWayBack(inOneText(agent))',
    to: 'if (isRefused(agent)) throw inOneText(agent)',
    noticedBy: [`${partners}/authorize/authorize.test.ts`],
  },
  {
    name: 'A code that was used twice does not end the connection',
    file: `${partners}/tokens/give-tokens.ts`,
    from: '    await revokeGrant(db, spent.grantId, now)\n',
    to: '    if (!spent.agentId) await revokeGrant(db, spent.grantId, now)\n',
    noticedBy: [`${partners}/tokens/exchange-code.test.ts`],
  },
  {
    name: 'The code of one partner is exchanged by another',
    file: `${partners}/tokens/give-tokens.ts`,
    from: 'if (!code || code.clientId !== client.id) return unknownCode',
    to: 'if (!code) return unknownCode',
    noticedBy: [`${partners}/tokens/exchange-code.test.ts`],
  },
  {
    name: 'A person is not told of a newly connected app',
    file: `${partners}/tokens/give-tokens.ts`,
    from: '  await mailPerson(tx, { ...code, id: code.agentId }, partnerLinkedMail',
    to: '  if (client.isShutOut) await mailPerson(tx, { ...code, id: code.agentId }, partnerLinkedMail',
    noticedBy: [`${partners}/tokens/exchange-code.test.ts`, `${partners}/tokens/tokens.test.ts`],
  },
  {
    name: 'A refresh widens the scope that was granted',
    file: `${partners}/tokens/give-tokens.ts`,
    from: 'if (!request.every((name) => scopesIn(stored.scope).includes(name)))',
    to: 'if (request.length > 0 && !request.some((name) => scopesIn(stored.scope).includes(name)))',
    noticedBy: [`${partners}/tokens/refresh-tokens.test.ts`],
  },
  {
    name: 'A refresh token that was replaced long ago works again',
    file: `${partners}/tokens/give-tokens.ts`,
    from: 'const GRACE_MS = MINUTE',
    to: 'const GRACE_MS = 60 * MINUTE',
    noticedBy: [`${partners}/tokens/refresh-tokens.test.ts`],
  },
  {
    name: 'A token of a suspended account is reported as active',
    file: `${partners}/tokens/read-tokens.ts`,
    from: 'if (token?.clientId !== client.id || !isOpenToPartners(token)) return { active: false }',
    to: 'if (token?.clientId !== client.id || (token.isRevoked && !isOpenToPartners(token))) return { active: false }',
    noticedBy: [`${partners}/tokens/tokens.test.ts`, `${partners}/tokens/refresh-tokens.test.ts`],
  },
  {
    name: 'Revoking a refresh token leaves the access token valid',
    file: `${partners}/tokens/read-tokens.ts`,
    from: "if (token.kind === 'refresh') await revokeGrant",
    to: "if (token.kind !== 'refresh') await revokeGrant",
    noticedBy: [`${partners}/tokens/tokens.test.ts`],
  },
  {
    name: 'A token without the profile scope reads the name and email',
    file: `${partners}/tokens/read-tokens.ts`,
    from: "if (!scopesIn(token.scope).includes('profile')) {",
    to: 'if (scopesIn(token.scope).length === 0) {',
    noticedBy: [`${partners}/tokens/refresh-tokens.test.ts`],
  },
  {
    name: 'A partner may be redirected to over plain http',
    file: `${partners}/registry/partners.ts`,
    from: "!(url.protocol === 'http:' && isLoopback(url.hostname)))",
    to: "!(url.protocol === 'http:' && (isLoopback(url.hostname) || url.port === '')))",
    noticedBy: [`${partners}/registry/partners.test.ts`, 'server/desk/partners/partners.test.ts'],
  },
  {
    name: 'The account number replaces the email-video connection that is there',
    file: `${partners}/email-video/email-video.ts`,
    from: 'if (account.isLinked) throw connectedAlready',
    to: "if (account.isLinked && pin === '') throw connectedAlready",
    noticedBy: [`${partners}/email-video/email-video.test.ts`],
  },
  {
    name: 'The code of the email-video partner is lost when the partner is away',
    file: `${partners}/email-video/email-video.ts`,
    from: '    await giveCodeBack(db, code)\n',
    to: '    if (!code) await giveCodeBack(db, code)\n',
    noticedBy: [`${partners}/email-video/email-video.test.ts`],
  },
]
