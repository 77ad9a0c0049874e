import { json } from '#contract/wire/address.ts'

export const cancelAddress = { ...json, path: '/rest/account/cancel/' } as const
export const undoCancelAddress = { ...json, path: '/rest/account/cancel/undo/' } as const
export const holdAddress = { ...json, path: '/rest/account/hold/' } as const
export const endHoldAddress = { ...json, path: '/rest/account/hold/end/' } as const
export const changePlanAddress = { ...json, path: '/rest/account/plan/' } as const
export const keepPlanAddress = { ...json, path: '/rest/account/plan/keep/' } as const
export const reactivateAddress = { ...json, path: '/rest/account/reactivate/' } as const
export const reactivateWithCardAddress = { ...json, path: '/rest/account/reactivate/card/' } as const
