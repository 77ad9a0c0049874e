import { json } from '#contract/wire/address.ts'

export const saveOwnNameAddress = { ...json, path: '/rest/account/details/name/' } as const
export const saveAccountDetailsAddress = { ...json, path: '/rest/account/details/' } as const
export const saveBillingDetailsAddress = { ...json, path: '/rest/account/details/billing/' } as const
