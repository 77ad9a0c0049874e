import { describe, expect, test } from 'vitest'
import { cheapestMix } from '#contract/catalogue/cheapest-mix.ts'
import { defaultPrices } from '#contract/catalogue/default-prices.ts'
import { listingServices } from '#contract/catalogue/listing-services.ts'
import { dataServiceKeys, type ItemKey, itemKeys, items } from '#contract/catalogue/plan.ts'
import { fc } from '../../../scripts/properties.ts'
import { choose } from './legacy-changes.ts'
import {
  boughtBy,
  type Change,
  type Choices,
  complaintOfAccount,
  complaintOfChoices,
  complaintOfPackage,
  complaintsOfContents,
  complaintsOfLicences,
  completedSteps,
  dialersIn,
  isDataAbroad,
  isServiceOffered,
  type LegacyStep,
  type Offer,
  openStep,
  pathOfStep,
  signUpDataOf,
  startChoices,
  startingPlan,
  stepIn,
  stepNumberOf,
  thirdStep,
} from './legacy-choices.ts'
import * as messages from './messages.ts'
import { type AccountType, accountTypes, type Package, packages } from './options.ts'

const offer: Offer = {
  show_rl_alert_popup: true,
  show_nhs_alert_popup: true,
  show_pfcl_alert_popup: true,
  mls: listingServices,
}
const illinois = {
  industry: 'Real Estate',
  market_country: 'US',
  market_state: 'IL',
  mls: 'midwest-real-estate-data',
}
const packageNames = Object.keys(packages) as Package[]

/** Applies changes from the start; open dialogs are answered by the next change. */
function walk(...changes: Change[]): Choices {
  return changes.reduce((choices, change) => choose(choices, change, offer), startChoices())
}
const account = (accountType: AccountType): Change => ({ kind: 'account', accountType })
const pack = (dataAndDialerChoice: Package): Change => ({ kind: 'package', dataAndDialerChoice })
const pick = (item: ItemKey, quantity = 1): Change => ({ kind: 'quantity', item, quantity })
const licences: Change = { kind: 'variant', stepThree: 'licences' }
const market = (changes: Partial<typeof illinois> = {}): Change => ({
  kind: 'market',
  market: { ...illinois, ...changes },
})
const yes: Change = { kind: 'answer', yes: true }
const no: Change = { kind: 'answer', yes: false }

describe('account type and package', () => {
  test.each(
    accountTypes.flatMap((type) => packageNames.map((choice): [AccountType, Package] => [type, choice])),
  )('%s with %s begins with its own counts [L12-03, L12-04, L12-05, L12-07, L12-08]', (type, choice) => {
    const { quantities } = walk(account(type), pack(choice))
    expect(quantities).toEqual(startingPlan(type, choice))
    expect(quantities).toMatchObject({
      lead: type === 'multi_user' ? 2 : 1,
      single: choice === 'data' ? 0 : 1,
      triple: 0,
    })
    const others = itemKeys.filter((key) => !['lead', 'single', 'triple'].includes(key))
    for (const key of others) expect(quantities[key]).toBe(0)
  })

  test('asks before a change that discards choices: Cancel keeps them, Proceed resets [L12-03, L12-05, L3-29]', () => {
    const chosen = walk(account('multi_user'), market(), pick('triple', 3), pick('fsbo'))
    const request = choose(chosen, pack('dialer'), offer)
    expect(request).toEqual({ ...chosen, notice: { kind: 'discard', change: pack('dialer') } })
    expect(choose(request, no, offer)).toEqual(chosen)
    expect(choose(request, yes, offer)).toEqual({
      ...chosen,
      dataAndDialerChoice: 'dialer',
      quantities: startingPlan('multi_user', 'dialer'),
    })
    expect(choose(chosen, account('multi_user'), offer)).toBe(chosen)
  })

  test('a changed email starts over with defaults; the first one has nothing to reset [L12-06]', () => {
    const first = walk(account('multi_user'), pack('dialer'), { kind: 'email', email: 'a@example.com' })
    expect(first).toMatchObject({ accountType: 'multi_user', dataAndDialerChoice: 'dialer' })
    const chosen = choose(choose(first, market(), offer), pick('triple', 5), offer)
    expect(choose(chosen, { kind: 'email', email: 'a@example.com' }, offer)).toBe(chosen)
    const request = choose(chosen, { kind: 'email', email: 'b@example.com' }, offer)
    expect(request).toMatchObject({ ...chosen, notice: { kind: 'discard' } })
    expect(choose(request, no, offer)).toEqual(chosen)
    expect(choose(request, yes, offer)).toEqual({ ...startChoices(), email: 'b@example.com' })
  })

  test('where data is not sold, sign-ups start without it, including after a change of email', () => {
    const canada = { ...offer, firstCountry: 'CA' }
    const start = startChoices('choices', 'CA')
    expect(start).toMatchObject({ dataAndDialerChoice: 'dialer', market: { market_country: 'CA' } })
    expect(isDataAbroad(start)).toBe(false)
    const first = choose(start, { kind: 'email', email: 'a@example.com' }, canada)
    const other: Change = { kind: 'email', email: 'b@example.com' }
    expect(choose(first, other, canada)).toEqual({ ...start, email: 'b@example.com' })
    const request = choose(choose(first, account('multi_user'), canada), other, canada)
    expect(choose(request, yes, canada)).toEqual({ ...start, email: 'b@example.com' })
  })

  test.each<[string, Change]>([
    ['another account type', account('multi_user')],
    ['another package', pack('dialer')],
    ['a market', market()],
    ['another dialer', pick('triple')],
  ])('a changed email asks before it removes %s, and not where nothing was chosen', (_, chosen) => {
    const first = walk({ kind: 'email', email: 'a@example.com' })
    const other: Change = { kind: 'email', email: 'b@example.com' }
    expect(choose(first, other, offer)).toEqual({ ...startChoices(), email: 'b@example.com' })
    expect(choose(choose(first, chosen, offer), other, offer).notice).toEqual({
      kind: 'discard',
      change: other,
    })
  })
})

describe('the market', () => {
  test('data is offered in the United States only [L3-09]', () => {
    for (const key of dataServiceKeys) {
      expect(isServiceOffered(key, illinois, listingServices)).toBe(true)
      expect(isServiceOffered(key, { ...illinois, market_country: 'CA' }, listingServices)).toBe(false)
    }
  })

  test('expired data needs Real Estate and an MLS that has it [L3-12, ENT-15]', () => {
    const has = (changes: object) =>
      isServiceOffered('expired-leads', { ...illinois, ...changes }, listingServices)
    expect(has({})).toBe(true)
    expect(has({ industry: 'Insurance' })).toBe(false)
    expect(has({ mls: 'quad-city-area-realtor-association' })).toBe(false)
    expect(has({ mls: '' })).toBe(false)
  })

  test('a data package abroad asks, and continues as a dialer account or not at all', () => {
    const request = walk(market({ market_country: 'CA', market_state: 'ON', mls: '' }))
    expect(request.notice?.kind).toBe('abroad')
    expect(choose(request, no, offer).market).not.toMatchObject({ market_country: 'CA' })
    expect(choose(request, yes, offer)).toMatchObject({
      dataAndDialerChoice: 'dialer',
      market: { market_country: 'CA' },
      notice: null,
    })
  })

  test('a service that the market does not offer is not bought, and returns with the market', () => {
    const chosen = walk(market(), pick('expired-leads'))
    expect(boughtBy(chosen, offer)['expired-leads']).toBe(1)
    const moved = choose(chosen, market({ mls: '' }), offer)
    expect(boughtBy(moved, offer)['expired-leads']).toBe(0)
    expect(complaintOfChoices(moved, offer)).toBe(messages.chooseDataService)
    expect(boughtBy(choose(moved, market(), offer), offer)['expired-leads']).toBe(1)
  })
})

describe('dialer and data choices', () => {
  test('the skip tracer opens its info dialog only the first time [L3-27]', () => {
    const informed = walk(market(), pick('skip-tracer'))
    expect(informed.notice).toEqual({ kind: 'info' })
    const again = [yes, pick('skip-tracer', 0), pick('skip-tracer')]
    expect(again.reduce((choices, change) => choose(choices, change, offer), informed)).toMatchObject({
      notice: null,
      quantities: { 'skip-tracer': 1 },
    })
  })

  test('several users need a dialer, data packages a service; the dialer is checked first [L3-31, L3-32]', () => {
    const empty = walk(account('multi_user'), pick('single', 0), { kind: 'leave' })
    expect(empty.notice).toEqual({ kind: 'error', says: [messages.chooseDialer], dialersAsked: 0 })
    const dialing = choose(
      choose(choose(empty, yes, offer), pick('triple', 2), offer),
      { kind: 'leave' },
      offer,
    )
    expect(dialing.notice).toMatchObject({ says: [messages.chooseDataService] })
    expect(walk(pack('data'), { kind: 'leave' }).notice).toMatchObject({ says: [messages.chooseDataService] })
    expect(walk(pack('dialer'), { kind: 'leave' }).notice).toBeNull()
    expect(walk(market(), pick('frbo'), { kind: 'leave' }).notice).toBeNull()
  })

  test('options of the licence variant are not sold here, and voice is never sold [GEN-07]', () => {
    const recorded = walk(licences, pick('callrecording'), pick('callme'), pick('mojovoice'))
    expect(boughtBy(recorded, offer)).toMatchObject({ callrecording: 1, callme: 1, mojovoice: 0 })
    const back = choose(recorded, { kind: 'variant', stepThree: 'choices' }, offer)
    expect(boughtBy(back, offer)).toMatchObject({ callrecording: 0, callme: 0 })
    expect(signUpDataOf(back, offer)).not.toHaveProperty('call_me_feature_count')
    expect(signUpDataOf(recorded, offer)).toHaveProperty('call_me_feature_count', 1)
  })
})

describe('licences', () => {
  const team = [account('multi_user'), licences, pick('lead', 2)]

  test('a single user has one dialer: choosing one drops the other; add-ons are on or off [L3V-06, L3V-07, L3V-08]', () => {
    expect(walk(licences, pick('triple')).quantities).toMatchObject({ single: 0, triple: 1 })
    expect(walk(licences, pick('triple'), pick('single')).quantities).toMatchObject({ single: 1, triple: 0 })
    expect(walk(licences, pick('callrecording'), pick('callme', 2)).quantities).toMatchObject({
      callrecording: 1,
      callme: 0,
    })
  })

  test('more dialers than seats show an error and reset both to zero [L3V-10]', () => {
    const over = walk(...team, pick('triple', 2))
    expect(over.quantities).toMatchObject({ lead: 2, single: 0, triple: 0 })
    expect(over.notice).toEqual({ kind: 'error', says: [messages.moreDialersThanSeats], dialersAsked: 3 })
  })

  test.each([
    ['callrecording', messages.moreRecordingThanSeats],
    ['callme', messages.moreCallMeThanSeats],
  ] as const)('more %s than seats are reported and reset to zero [L3V-11, L3V-12]', (item, text) => {
    const over = walk(...team, pick(item, 3))
    expect(over.quantities).toMatchObject({ single: 1, [item]: 0 })
    expect(over.notice).toEqual({ kind: 'error', says: [text], dialersAsked: 0 })
    expect(walk(...team, pick(item, 2)).quantities[item]).toBe(2)
  })

  test('reducing seats can break all three rules at once', () => {
    const over = walk(
      ...team,
      pick('single', 2),
      pick('callrecording', 2),
      pick('callme', 2),
      pick('lead', 1),
    )
    expect(over.notice).toMatchObject({
      says: [messages.moreDialersThanSeats, messages.moreRecordingThanSeats, messages.moreCallMeThanSeats],
    })
    expect(over.quantities).toMatchObject({ lead: 1, single: 0, callrecording: 0, callme: 0 })
  })

  test.each([
    ['neighborhood-search', 'show_nhs_alert_popup'],
    ['skip-tracer', 'show_rl_alert_popup'],
    ['pre-foreclosures', 'show_pfcl_alert_popup'],
  ] as const)('%s opens its coverage popup once, by its flag [L3V-13..L3V-17]', (item, flag) => {
    const opened = walk(licences, market(), pick(item))
    expect(opened.notice).toEqual({ kind: 'coverage', service: item })
    const kept = choose(opened, yes, offer)
    expect(kept).toMatchObject({ notice: null, acknowledged: [item], quantities: { [item]: 1 } })
    const declined = choose(opened, no, offer)
    expect(declined).toMatchObject({ notice: null, acknowledged: [item], quantities: { [item]: 0 } })
    expect(choose(declined, pick(item), offer)).toMatchObject({ notice: null, quantities: { [item]: 1 } })
    const quiet = choose(walk(licences, market()), pick(item), { ...offer, [flag]: false })
    expect(quiet).toMatchObject({ notice: null, quantities: { [item]: 1 } })
  })

  test('the cheapest mix gives each agent a seat and each simultaneous caller the cheaper dialer', () => {
    expect(cheapestMix(5, 2, defaultPrices)).toMatchObject({
      quantities: { lead: 5, single: 2, triple: 0 },
      total: 22_800,
    })
    expect(cheapestMix(1, 3, defaultPrices).quantities).toMatchObject({ lead: 3, single: 3 })
    const { lead, single, triple } = cheapestMix(5, 2, defaultPrices).quantities
    const mixed = walk(...team, pick('callme', 1), { kind: 'mix', mix: { lead, single, triple } })
    expect(mixed).toMatchObject({ notice: null, quantities: { lead: 5, single: 2, triple: 0, callme: 1 } })
    const odd = { ...defaultPrices, SINGLE_LINE_POWER_DIALER: 20_000 }
    expect(cheapestMix(2, 1, odd).quantities).toMatchObject({ single: 0, triple: 1 })
  })
})

describe('steps', () => {
  test.each([
    ['/sign-up/', 'licences', 3],
    ['/sign-up/step-1', 'step-1', 1],
    ['/sign-up/step-3', 'step-3', 3],
    ['/sign-up/step-5', 'step-5', 5],
    ['/sign-up/step-6', 'step-1', 1],
    ['/sign-up/anything', 'step-1', 1],
  ] as const)('%s is %s, step %i [L3V-01, L3V-02, ENT-18]', (path, step, number) => {
    expect(stepIn(path)).toBe(step)
    expect(stepNumberOf(step)).toBe(number)
  })

  test('a step opened out of order leads to step one [L3-30, L4-01, L5-01]', () => {
    const steps: LegacyStep[] = ['step-1', 'step-2', 'step-3', 'licences', 'step-4', 'step-5']
    for (const step of steps) {
      const needed = stepNumberOf(step) - 1
      for (let completed = 0; completed <= 5; completed += 1)
        expect(openStep(step, completed)).toBe(completed >= needed ? step : 'step-1')
      expect(stepIn(pathOfStep(step))).toBe(step)
    }
    expect([thirdStep('choices'), thirdStep('licences')]).toEqual(['step-3', 'licences'])
  })

  test('invalid choices reopen step three, and data abroad step two', () => {
    const choices = walk(market(), pick('fsbo'))
    expect(completedSteps({ choices, stepCompleted: 4 }, offer)).toBe(4)
    const emptied = choose(choices, pick('fsbo', 0), offer)
    expect(completedSteps({ choices: emptied, stepCompleted: 4 }, offer)).toBe(2)
    const abroad = choose(
      walk(pack('dialer'), market({ market_country: 'CA', mls: '' })),
      pack('data'),
      offer,
    )
    expect(completedSteps({ choices: abroad, stepCompleted: 4 }, offer)).toBe(1)
  })
})

const anyMarket = fc.record({
  industry: fc.constantFrom('Real Estate', 'Insurance'),
  market_country: fc.constantFrom('US', 'CA', 'DE'),
  market_state: fc.constantFrom('IL', 'SC', 'ON'),
  mls: fc.constantFrom('', 'midwest-real-estate-data', 'quad-city-area-realtor-association', 'nonsense'),
})
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom('a@example.com', 'b@example.com').map((email): Change => ({ kind: 'email', email })),
  fc.constantFrom(...accountTypes).map(account),
  fc.constantFrom(...packageNames).map(pack),
  anyMarket.map((where): Change => ({ kind: 'market', market: where })),
  fc.constantFrom('choices', 'licences').map((stepThree): Change => ({ kind: 'variant', stepThree })),
  {
    arbitrary: fc
      .tuple(fc.constantFrom(...itemKeys), fc.oneof(fc.integer({ min: -2, max: 22 }), fc.double()))
      .map(([item, quantity]) => pick(item, quantity)),
    weight: 6,
  },
  fc
    .record({
      lead: fc.integer({ min: -1, max: 21 }),
      single: fc.integer({ min: -1, max: 21 }),
      triple: fc.integer({ min: 0, max: 3 }),
    })
    .map((mix): Change => ({ kind: 'mix', mix })),
  fc.constant<Change>({ kind: 'leave' }),
  { arbitrary: fc.boolean().map((isYes): Change => ({ kind: 'answer', yes: isYes })), weight: 3 },
)
const anyOffer = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()).map(
  ([rl, nhs, pfcl]): Offer => ({
    show_rl_alert_popup: rl,
    show_nhs_alert_popup: nhs,
    show_pfcl_alert_popup: pfcl,
    mls: listingServices,
  }),
)

test('no sequence of choices reaches a forbidden state', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 40 }), anyOffer, (changes, offered) => {
      let choices = startChoices()
      for (const change of changes) {
        choices = choose(choices, change, offered)
        const plan = boughtBy(choices, offered)
        const { accountType, dataAndDialerChoice, stepThree } = choices
        for (const key of itemKeys) {
          const most = items[key].kind === 'licence' ? 20 : 1
          expect(Number.isInteger(plan[key]) && plan[key] >= 0 && plan[key] <= most).toBe(true)
        }
        expect(plan.lead).toBeGreaterThanOrEqual(1)
        expect(complaintOfAccount(plan, accountType)).toEqual({})
        if (accountType === 'single_user')
          expect(dialersIn(plan)).toBe(dataAndDialerChoice === 'data' ? 0 : 1)
        if (stepThree === 'licences') expect(complaintsOfLicences(plan)).toEqual({})
        if (stepThree === 'choices') expect([plan.callrecording, plan.callme]).toEqual([0, 0])
        if (dataAndDialerChoice === 'data') expect(dialersIn(plan)).toBe(0)
        expect(complaintsOfContents(plan, dataAndDialerChoice)).toEqual({})
        const services = dataServiceKeys.filter((key) => plan[key] > 0)
        if (dataAndDialerChoice === 'dialer') expect(services).toEqual([])
        for (const key of services) expect(isServiceOffered(key, choices.market, listingServices)).toBe(true)
        expect(plan.mojovoice).toBe(0)
        // Anyone who gets past step three satisfies the package.
        if (completedSteps({ choices, stepCompleted: 4 }, offered) >= 3)
          expect(complaintOfPackage(plan, dataAndDialerChoice)).toBeUndefined()
      }
    }),
    { numRuns: 400 },
  )
})
