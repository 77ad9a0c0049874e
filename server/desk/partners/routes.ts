import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/desk/partners/calls.ts'
import { urisIn } from '#contract/desk/partners/fields.ts'
import type { PartnersValues } from '#contract/desk/partners/values.ts'
import { listPartners } from '#server/features/partners/registry/list-partners.ts'
import { operatePartners } from '#server/features/partners/registry/operate-partners.ts'
import type { Operator } from '#server/identity/operators/operator-sessions.ts'
import { logEvent, type SecurityEvent } from '#server/platform/log/log-events.ts'
import { isRefused } from '#server/platform/refusal.ts'
import type { DeskDeps } from '../desk-deps.ts'
import { deskPage, deskRoute } from '../desk-routes.ts'
import { shownAfter } from '../shown-after.ts'

export function partnersRoutes(app: FastifyInstance, deps: DeskDeps): void {
  const { db, clock, log } = deps
  const by = ({ actor }: Operator, reason: string) => ({ actor, reason, now: clock.now() })

  /** The same lines of the log as from the command line, and the page as it is then. */
  async function done(event: SecurityEvent, { id }: Operator, partner: string, said: string) {
    // Not by their email, which the log never has.
    logEvent(log, event, { actor: `operator:${id}`, partner })
    return { said, values: await shownAfter(deps, () => showPartners(deps)) }
  }

  deskPage(app, deps, 'partners', () => showPartners(deps))
  deskRoute(app, deps, calls.addPartner, async ({ id, scope, default_scope, reason, ...body }, operator) => {
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
    const data = await done('partner.added', operator, added.id, `${added.id} is registered. ${what}`)
    return { data: { ...data, secret } }
  })
  deskRoute(app, deps, calls.rotatePartner, async ({ id, old_lasts_hours, reason }, operator) => {
    const oldLastsHours = Number(old_lasts_hours)
    const rotated = await operatePartners.rotate(db, by(operator, reason), { id, oldLastsHours })
    if (isRefused(rotated)) return rotated
    const said = `${id} has a new secret. The old one stops working at ${rotated.oldEndsAt.toISOString()}.`
    const data = await done('partner.secret-rotated', operator, id, said)
    return { data: { ...data, secret: rotated.secret } }
  })
  deskRoute(app, deps, calls.disablePartner, async ({ id, reason }, operator) => {
    const disabled = await operatePartners.disable(db, by(operator, reason), { id })
    if (isRefused(disabled)) return disabled
    const said = `${id} is disabled.${disabled.ended > 0 ? ` Connections that ended: ${disabled.ended}.` : ''}`
    return { data: await done('partner.changed', operator, id, said) }
  })
  deskRoute(app, deps, calls.enablePartner, async ({ id, reason }, operator) => {
    const enabled = await operatePartners.enable(db, by(operator, reason), { id })
    if (isRefused(enabled)) return enabled
    return { data: await done('partner.changed', operator, id, `People can connect ${id} again.`) }
  })
  deskRoute(app, deps, calls.movePartner, async ({ id, redirect_uris, reason }, operator) => {
    const redirectUris = urisIn(redirect_uris)
    const moved = await operatePartners.move(db, by(operator, reason), { id, redirectUris })
    if (isRefused(moved)) return moved
    const said = `The redirect URIs of ${id} are now: ${redirectUris.join(', ')}.`
    return { data: await done('partner.changed', operator, id, said) }
  })
  deskRoute(app, deps, calls.changePkce, async ({ id, is_required: isRequired, reason }, operator) => {
    const changed = await operatePartners.demandPkce(db, by(operator, reason), { id, isRequired })
    if (isRefused(changed)) return changed
    const said = `PKCE is now ${isRequired ? 'required' : 'optional'} for ${id}.`
    return { data: await done('partner.changed', operator, id, said) }
  })
}

async function showPartners({ db, clock }: Pick<DeskDeps, 'db' | 'clock'>): Promise<PartnersValues> {
  const partners = await listPartners(db, clock.now())
  return {
    rows: partners.map(({ createdAt, disabledAt, ...partner }) => ({
      ...partner,
      createdAt: createdAt.toISOString(),
      disabledAt: disabledAt?.toISOString() ?? null,
    })),
  }
}
