import { form, json } from '#contract/wire/address.ts'

export const invitePersonAddress = { ...json, path: '/rest/account/people/invite/' } as const
export const resendInvitationAddress = { ...json, path: '/rest/account/people/resend/' } as const
export const withdrawInvitationAddress = { ...json, path: '/rest/account/people/withdraw/' } as const
export const removePersonAddress = { ...json, path: '/rest/account/people/remove/' } as const
export const handOverAddress = { ...json, path: '/rest/account/people/hand-over/' } as const
export const joinAddress = { ...form, path: '/rest/account/invitation/:linkToken/' } as const
