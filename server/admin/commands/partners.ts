import { OLD_SECRET_HOURS_AT_MOST } from '#contract/calendar/lifetimes.ts'
import { listPartners } from '#server/features/partners/registry/list-partners.ts'
import { operatePartners } from '#server/features/partners/registry/operate-partners.ts'
import { logEvent } from '#server/platform/log/log-events.ts'
import { isRefused, refuse } from '#server/platform/refusal.ts'
import type { Command } from '../command.ts'

const PAGE = 100

export const listPartnersCommand: Command = {
  name: 'partner list',
  hasTables: true,
  says: `Lists the registered partners by their ids, ${PAGE} per page.`,
  flags: { after: { takes: 'ID', says: 'only those after this one: to go on where a list stopped' } },
  async run({ db }, { now, flag }) {
    const found = await listPartners(db, { after: flag('after') ?? '', limit: PAGE + 1 }, now)
    const partners = found.slice(0, PAGE)
    return {
      ...(found.length > PAGE ? { said: `There are more. Next page: --after ${partners.at(-1)?.id}` } : {}),
      sections: [{ name: 'partners', title: 'Partners', rows: partners.map((partner) => ({ ...partner })) }],
    }
  },
}

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
  async run({ db, log }, given) {
    const { args, flag, flags, has } = given
    const partner = {
      name: args.join(' '),
      redirectUris: flags('redirect-uri'),
      ...(has('id') ? { id: flag('id') ?? '' } : {}),
      ...(has('scope') ? { scope: flag('scope') ?? '' } : {}),
      ...(has('default-scope') ? { defaultScope: flag('default-scope') ?? '' } : {}),
      isPublic: has('public'),
      requiresPkce: has('pkce'),
    }
    const added = await operatePartners.add(db, given, partner)
    if (isRefused(added)) return added
    logEvent(log, 'partner.added', { actor: given.actor, partner: added.id })
    return { said: `The partner ${added.id} is registered. ${describeSecret(added.secret)}` }
  },
}

export const rotatePartnerCommand: Command = {
  name: 'partner rotate',
  event: 'partner.secret-rotated',
  takes: 'ID',
  says: 'Gives a partner a new secret and shows it once. The old one keeps working for a while.',
  flags: {
    'old-lasts': {
      takes: 'HOURS',
      says: 'how long the old one keeps working; 24 by default, 0 if it leaked',
    },
  },
  async run({ db }, given) {
    const {
      args: [id = ''],
      flag,
    } = given
    const hours = flag('old-lasts') ?? '24'
    if (!/^\d{1,4}$/.test(hours) || Number(hours) > OLD_SECRET_HOURS_AT_MOST)
      return refuse('invalid-fields', {
        errors: `--old-lasts must be a whole number of hours from 0 to ${OLD_SECRET_HOURS_AT_MOST}.`,
      })
    const rotated = await operatePartners.rotate(db, given, { id, oldLastsHours: Number(hours) })
    if (isRefused(rotated)) return rotated
    return {
      said: `${describeSecret(rotated.secret)} The old one stops working at ${rotated.oldEndsAt.toISOString()}.`,
    }
  },
}

export const disablePartnerCommand: Command = {
  name: 'partner disable',
  event: 'partner.changed',
  takes: 'ID',
  says: 'Disables a partner right away and ends all its connections.',
  async run({ db }, given) {
    const id = given.args[0] ?? ''
    const disabled = await operatePartners.disable(db, given, { id })
    return isRefused(disabled)
      ? disabled
      : { said: `The partner ${id} is disabled. ${disabled.ended} connections ended.` }
  },
}

export const enablePartnerCommand: Command = {
  name: 'partner enable',
  event: 'partner.changed',
  takes: 'ID',
  says: 'Lets people connect a disabled partner again.',
  async run({ db }, given) {
    const id = given.args[0] ?? ''
    const enabled = await operatePartners.enable(db, given, { id })
    return isRefused(enabled) ? enabled : { said: `People can connect the partner ${id} again.` }
  },
}

export const movePartnerCommand: Command = {
  name: 'partner redirect-uris',
  event: 'partner.changed',
  takes: 'ID URI …',
  says: 'Replaces the redirect URIs of a partner.',
  async run({ db }, given) {
    const [id = '', ...redirectUris] = given.args
    const moved = await operatePartners.move(db, given, { id, redirectUris })
    return isRefused(moved)
      ? moved
      : { said: `The redirect URIs of the partner ${id} are now: ${redirectUris.join(', ')}.` }
  },
}

export const demandPkceCommand: Command = {
  name: 'partner pkce',
  event: 'partner.changed',
  takes: 'ID on|off',
  says: 'Requires PKCE from a partner with a secret, or makes it optional.',
  async run({ db }, given) {
    const [id = '', choice = ''] = given.args
    if (choice !== 'on' && choice !== 'off')
      return refuse('invalid-fields', { errors: 'Enter on or off, like: partner pkce ID on.' })
    const isRequired = choice === 'on'
    const changed = await operatePartners.demandPkce(db, given, { id, isRequired })
    if (isRefused(changed)) return changed
    return { said: `PKCE is now ${isRequired ? 'required' : 'optional'} for the partner ${id}.` }
  },
}

/** Printed only once: we keep just the hash, so it cannot be shown again. */
function describeSecret(secret: string | undefined): string {
  return secret === undefined
    ? 'It is public and has no secret.'
    : `Its secret, which is shown only this once: ${secret}`
}
