import * as z from 'zod/mini'
import { slotNames, webinarSlots } from '#contract/calendar/webinar-hours.ts'
import { type ItemKey, itemKeys, items } from '#contract/catalogue/plan.ts'
import { json } from '#contract/wire/endpoint.ts'
import { choice, field } from '#contract/wire/field.ts'
import { exact, listed, text } from '#contract/wire/schema.ts'
import { deskCall, outcome, reason } from './desk-call.ts'
import type { DeskPermission } from './desk-roles.ts'

/** The sections of the page, in order, with who may change each. Their names are the anchors. */
export const settingsSections = {
  texts: {
    title: 'Texts',
    says: 'Everyone who signs in reads them.',
    permission: 'administer',
  },
  webinars: {
    title: 'Webinars',
    says: 'The page of the training webinars follows the schedule, unless you override it here.',
    permission: 'help',
  },
  prices: {
    title: 'Prices',
    says: 'Monthly prices for new sales and plan changes. Existing plans keep the prices they were bought at.',
    permission: 'administer',
  },
  blocks: {
    title: 'Blocks',
    says: 'Payments from these cards, devices and IP addresses are refused until the date shown.',
    permission: 'money',
  },
} as const satisfies Record<string, { title: string; says: string; permission: DeskPermission }>
export type SettingsSectionName = keyof typeof settingsSections

export const settingLabels = { 'login-message': 'Login message', 'system-status': 'System status' } as const
export type SettingKey = keyof typeof settingLabels

export const settingName = choice(
  'Setting',
  Object.entries(settingLabels).map(([value, displayValue]) => ({ value, displayValue })),
)
export const LONGEST_SETTING = 300
export const settingText = field('Text', { required: true, maxLength: LONGEST_SETTING })

const setting = z.object({ text: z.string(), normal: z.string() })

/** Each text with its default. */
export const textsValues = z.object({ 'login-message': setting, 'system-status': setting })
export type TextsValues = z.infer<typeof textsValues>

/** A text set by somebody else meanwhile is not replaced unseen. */
const textSeen = exact(LONGEST_SETTING, 'The text that the page showed')

export const changeSetting = deskCall({
  ...json,
  path: '/desk/api/settings/change/',
  who: 'administer',
  body: z.object({ name: text(settingName), text: text(settingText), seen: textSeen, reason: text(reason) }),
  answer: outcome(textsValues),
})

export const resetSetting = deskCall({
  ...json,
  path: '/desk/api/settings/reset/',
  who: 'administer',
  body: z.object({ name: text(settingName), seen: textSeen, reason: text(reason) }),
  answer: outcome(textsValues),
})

export const slotName = choice(
  'Training',
  slotNames.map((value) => ({ value, displayValue: webinarSlots[value].title })),
)
export const slotShown = choice('Show it as', [
  { value: 'active', displayValue: 'Active' },
  { value: 'offline', displayValue: 'Offline' },
])
export const overrideEnd = field('Until (UTC)', { maxLength: 16 })

const slot = z.object({
  slot: z.enum(['morning', 'afternoon']),
  isActive: z.boolean(),
  /** What the schedule alone would show now. */
  isScheduled: z.boolean(),
  nextStart: z.string(),
  override: z.nullable(z.object({ isActive: z.boolean(), until: z.nullable(z.string()) })),
})
export type ShownSlot = z.infer<typeof slot>

export const webinarsValues = z.object({ slots: z.array(slot) })
export type WebinarsValues = z.infer<typeof webinarsValues>

export const overrideSlot = deskCall({
  ...json,
  path: '/desk/api/webinars/override/',
  who: 'help',
  body: z.object({
    slot: text(slotName),
    shown: text(slotShown),
    until: text(overrideEnd),
    reason: text(reason),
  }),
  answer: outcome(webinarsValues),
})

export const clearSlot = deskCall({
  ...json,
  path: '/desk/api/webinars/clear/',
  who: 'help',
  body: z.object({ slot: text(slotName), reason: text(reason) }),
  answer: outcome(webinarsValues),
})

export const priceOf = (item: ItemKey) => field(items[item].label, { maxLength: 8 })
export const effectFrom = field('Takes effect (UTC)', { maxLength: 16 })

/** Monthly prices in cents, by item. */
const listOfPrices = z.record(z.string(), z.number())
export type ListOfPrices = z.infer<typeof listOfPrices>

export const pricesValues = z.object({
  current: listOfPrices,
  /** Future lists, each as it will apply. */
  coming: z.array(z.object({ from: z.string(), prices: listOfPrices })),
})
export type PricesValues = z.infer<typeof pricesValues>

/** The prices that apply at a moment, as far as the page knows. */
export function priceListAt({ current, coming }: PricesValues, moment: string): ListOfPrices {
  return coming.findLast(({ from }) => from <= moment)?.prices ?? current
}

/** As sent, to be compared with the server's at that time. */
export function writeSeen(prices: ListOfPrices): string {
  return itemKeys.map((item) => `${item}=${prices[item] ?? 0}`).join(',')
}

/** The sent list. Undefined if it is invalid. */
export function readSeen(seen: string): ListOfPrices | undefined {
  const prices = Object.fromEntries(
    seen.split(',').map((one) => [one.split('=')[0] ?? '', Number(one.split('=')[1])]),
  )
  return writeSeen(prices) === seen ? prices : undefined
}

export type PriceChange = { item: ItemKey; before: number; after: number }

/** Only the differences. */
export function changesBetween(before: ListOfPrices, after: Partial<Record<ItemKey, number>>): PriceChange[] {
  return itemKeys.flatMap((item) => {
    const [old = 0, now] = [before[item], after[item]]
    return now === undefined || now === old ? [] : [{ item, before: old, after: now }]
  })
}

export const setPrices = deskCall({
  ...json,
  path: '/desk/api/prices/set/',
  who: 'administer',
  body: z.object({
    /** Empty: now. */
    from: text(effectFrom),
    single: text(priceOf('single')),
    triple: text(priceOf('triple')),
    lead: text(priceOf('lead')),
    mojovoice: text(priceOf('mojovoice')),
    callme: text(priceOf('callme')),
    callrecording: text(priceOf('callrecording')),
    'neighborhood-search': text(priceOf('neighborhood-search')),
    'expired-leads': text(priceOf('expired-leads')),
    fsbo: text(priceOf('fsbo')),
    frbo: text(priceOf('frbo')),
    'skip-tracer': text(priceOf('skip-tracer')),
    'pre-foreclosures': text(priceOf('pre-foreclosures')),
    /** The list that the changes were previewed against, as `item=cents` in order. */
    seen: exact(1000, 'The prices that were shown before the change'),
    reason: text(reason),
  }),
  answer: outcome(pricesValues),
})

export const removePrices = deskCall({
  ...json,
  path: '/desk/api/prices/remove/',
  who: 'administer',
  body: z.object({ from: exact(30, 'When the list takes effect'), reason: text(reason) }),
  answer: outcome(pricesValues),
})

export const blockKindLabels = { card: 'Card', device: 'Device', address: 'IP address' } as const
export type BlockedKind = keyof typeof blockKindLabels

export const blockKind = choice(
  'What to block',
  Object.entries(blockKindLabels).map(([value, displayValue]) => ({ value, displayValue })),
)
export const blockValue = field('Identifier, IP address or range', { required: true, maxLength: 200 })
export const blockEnd = field('Until', { required: true, maxLength: 10 })

const blockRow = z.object({
  id: z.number(),
  kind: z.enum(['card', 'device', 'address']),
  value: z.string(),
  until: z.string(),
  since: z.string(),
  reason: z.string(),
  by: z.string(),
})
export type BlockRow = z.infer<typeof blockRow>

export const blocksValues = z.object({ rows: z.array(blockRow), isCut: z.boolean() })
export type BlocksValues = z.infer<typeof blocksValues>

export const addBlock = deskCall({
  ...json,
  path: '/desk/api/blocks/add/',
  who: 'money',
  body: z.object({
    kind: text(blockKind),
    value: text(blockValue),
    until: text(blockEnd),
    reason: text(reason),
  }),
  answer: outcome(blocksValues),
})

export const removeBlock = deskCall({
  ...json,
  path: '/desk/api/blocks/remove/',
  who: 'money',
  body: z.object({ block_id: listed('The id of a block'), reason: text(reason) }),
  answer: outcome(blocksValues),
})

/** The sections of the page. */
export type SettingsValues = {
  texts: TextsValues
  webinars: WebinarsValues
  prices: PricesValues
  blocks: BlocksValues
}
