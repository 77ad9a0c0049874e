import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/desk/partners.ts'
import { type PartnersValues, urisIn } from '#contract/desk/partners.ts'
import { listPartners, operatePartners } from '#server/features/partners/registry/operate-partners.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { logEvent, type SecurityEvent } from '#server/platform/log/log-events.ts'
import { isRefused } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute, shownAfter } from '../desk-routes.ts'

const ROWS = 50

export function partnersRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock, log } = deps
  const by = ({ actor }: Operator, reason: string) => ({ actor, reason, now: clock.now() })

  /** The same lines of the log as from the command line, and the page as it is then. */
  async function done(
    event: SecurityEvent,
    { id }: Operator,
    { partner, said, after }: { partner: string; said: string; after: string },
  ) {
    // Not by their email, which the log never has.
    logEvent(log, event, { actor: `operator:${id}`, partner })
    return { said, values: await shownAfter(deps, () => showPartners(deps, after)) }
  }

  deskPage(app, deps, 'partners', (_, { query }) => showPartners(deps, query.after))
  deskRoute(
    app,
    deps,
    calls.addPartner,
    async ({ id, scope, default_scope, reason, after, ...body }, operator) => {
      const added = await operatePartners.add(db, by(operator, reason), {
        name: body.name,
        redirectUris: urisIn(body.redirect_uris),
        scope,
        ...(id ? { id } : {}),
        ...(default_scope ? { defaultScope: default_scope } : {}),
        isPublic: body.is_public,
        requiresPkce: body.requires_pkce,
      })
      if (isRefused(added)) return added
      const secret = added.secret ?? ''
      const what = secret ? 'Its secret:' : 'It is public and has no secret.'
      const said = `${added.id} is registered. ${what}`
      const data = await done('partner.added', operator, { partner: added.id, said, after })
      return { data: { ...data, secret } }
    },
  )
  deskRoute(app, deps, calls.rotatePartner, async ({ id, old_lasts_hours, reason, after }, operator) => {
    const oldLastsHours = Number(old_lasts_hours)
    const rotated = await operatePartners.rotate(db, by(operator, reason), { id, oldLastsHours })
    if (isRefused(rotated)) return rotated
    const said = `${id} has a new secret. The old one stops working at ${rotated.oldEndsAt.toISOString()}.`
    const data = await done('partner.secret-rotated', operator, { partner: id, said, after })
    return { data: { ...data, secret: rotated.secret } }
  })
  deskRoute(app, deps, calls.disablePartner, async ({ id, reason, after }, operator) => {
    const disabled = await operatePartners.disable(db, by(operator, reason), { id })
    if (isRefused(disabled)) return disabled
    const said = `${id} is disabled.${disabled.ended > 0 ? ` Connections that ended: ${disabled.ended}.` : ''}`
    return { data: await done('partner.changed', operator, { partner: id, said, after }) }
  })
  deskRoute(app, deps, calls.enablePartner, async ({ id, reason, after }, operator) => {
    const enabled = await operatePartners.enable(db, by(operator, reason), { id })
    if (isRefused(enabled)) return enabled
    const said = `People can connect ${id} again.`
    return { data: await done('partner.changed', operator, { partner: id, said, after }) }
  })
  deskRoute(app, deps, calls.movePartner, async ({ id, redirect_uris, seen, reason, after }, operator) => {
    const redirectUris = urisIn(redirect_uris)
    const move = { id, redirectUris, seen: seen === '' ? undefined : urisIn(seen) }
    const moved = await operatePartners.move(db, by(operator, reason), move)
    if (isRefused(moved)) return moved
    const said = `The redirect URIs of ${id} are now: ${redirectUris.join(', ')}.`
    return { data: await done('partner.changed', operator, { partner: id, said, after }) }
  })
  deskRoute(app, deps, calls.changePkce, async ({ id, is_required: isRequired, reason, after }, operator) => {
    const changed = await operatePartners.demandPkce(db, by(operator, reason), { id, isRequired })
    if (isRefused(changed)) return changed
    const said = `PKCE is now ${isRequired ? 'required' : 'optional'} for ${id}.`
    return { data: await done('partner.changed', operator, { partner: id, said, after }) }
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
