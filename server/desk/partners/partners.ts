import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/desk/partners.ts'
import { type PartnersValues, urisIn } from '#contract/desk/partners.ts'
import { listPartners, operatePartners } from '#server/features/partners/registry/operate-partners.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { logEvent, type SecurityEvent } from '#server/platform/log/log-events.ts'
import { orThrow } from '#server/platform/refusal.ts'
import { changesShowing, type DeskDeps, deskPage } from '../desk-routes.ts'

const ROWS = 50

export function partnersRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock } = deps
  const by = ({ actor }: Operator, reason: string) => ({ actor, reason, now: clock.now() })

  const changing = changesShowing(app, deps, (_, { after }: { after: string }) => showPartners(deps, after))
  /**
   * The same log lines as from the command line. The operator is not named by email, which the log never has.
   */
  const log = (event: SecurityEvent, { id }: Operator, partner: string) =>
    logEvent(deps.log, event, { actor: `operator:${id}`, partner })

  deskPage(app, deps, 'partners', (_, { query }) => showPartners(deps, query.after))
  changing(calls.addPartner, async ({ id, scope, default_scope, reason, ...body }, operator) => {
    const adding = await operatePartners.add(db, by(operator, reason), {
      name: body.name,
      redirectUris: urisIn(body.redirect_uris),
      scope,
      ...(id ? { id } : {}),
      ...(default_scope ? { defaultScope: default_scope } : {}),
      isPublic: body.is_public,
      requiresPkce: body.requires_pkce,
    })
    const added = orThrow(adding)
    log('partner.added', operator, added.id)
    const secret = added.secret ?? ''
    const what = secret ? 'Its secret:' : 'It is public and has no secret.'
    return { said: `${added.id} is registered. ${what}`, secret }
  })
  changing(calls.rotatePartner, async ({ id, old_lasts_hours, reason }, operator) => {
    const oldLastsHours = Number(old_lasts_hours)
    const rotated = orThrow(await operatePartners.rotate(db, by(operator, reason), { id, oldLastsHours }))
    log('partner.secret-rotated', operator, id)
    const said = `${id} has a new secret. The old one stops working at ${rotated.oldEndsAt.toISOString()}.`
    return { said, secret: rotated.secret }
  })
  changing(calls.disablePartner, async ({ id, reason }, operator) => {
    const { ended } = orThrow(await operatePartners.disable(db, by(operator, reason), { id }))
    log('partner.changed', operator, id)
    return { said: `${id} is disabled.${ended > 0 ? ` Connections that ended: ${ended}.` : ''}` }
  })
  changing(calls.enablePartner, async ({ id, reason }, operator) => {
    orThrow(await operatePartners.enable(db, by(operator, reason), { id }))
    log('partner.changed', operator, id)
    return { said: `People can connect ${id} again.` }
  })
  changing(calls.changePartnerRedirectUris, async ({ id, redirect_uris, seen, reason }, operator) => {
    const redirectUris = urisIn(redirect_uris)
    const move = { id, redirectUris, seen: seen === '' ? undefined : urisIn(seen) }
    orThrow(await operatePartners.move(db, by(operator, reason), move))
    log('partner.changed', operator, id)
    return { said: `The redirect URIs of ${id} are now: ${redirectUris.join(', ')}.` }
  })
  changing(calls.changePkce, async ({ id, is_required: isRequired, reason }, operator) => {
    orThrow(await operatePartners.demandPkce(db, by(operator, reason), { id, isRequired }))
    log('partner.changed', operator, id)
    return { said: `PKCE is now ${isRequired ? 'required' : 'optional'} for ${id}.` }
  })
}

async function showPartners(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  after = '',
): Promise<PartnersValues> {
  const found = await listPartners(db, { after, limit: ROWS + 1 }, clock.now())
  return {
    rows: found.slice(0, ROWS).map(({ createdAt, disabledAt, ...partner }) => ({
      ...partner,
      createdAt: createdAt.toISOString(),
      disabledAt: disabledAt?.toISOString() ?? null,
    })),
    after,
    hasMore: found.length > ROWS,
  }
}
