import { read } from '#contract/wire/address.ts'

export const followSetUpAddress = { ...read, path: '/rest/auth/sign-up/set-up/' } as const
