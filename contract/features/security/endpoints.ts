import { json } from '#contract/wire/address.ts'

export const endSessionAddress = { ...json, path: '/rest/account/sessions/end/' } as const
export const endOtherSessionsAddress = { ...json, path: '/rest/account/sessions/end-others/' } as const
export const changePasswordAddress = { ...json, path: '/rest/account/password/' } as const
export const askForEmailAddress = { ...json, path: '/rest/account/email/' } as const
export const stopEmailChangeAddress = { ...json, path: '/rest/account/email/stop/' } as const
export const confirmEmailAddress = { ...json, path: '/rest/account/email/confirm/:linkToken/' } as const
export const changeTimeZoneAddress = { ...json, path: '/rest/account/time-zone/' } as const
