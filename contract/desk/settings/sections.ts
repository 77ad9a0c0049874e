import type { DeskPermission } from '#contract/desk/desk-roles.ts'

/** The sections of the page, in its order, with who may change what they show. Their names are the anchors. */
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
