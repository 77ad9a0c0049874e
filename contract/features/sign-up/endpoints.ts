import { form, json, read } from '#contract/wire/address.ts'

export const lookUpEmailAddress = { ...form, path: '/rest/auth/get-login-info-by-email/' } as const
export const signUpContextAddress = {
  ...read,
  path: '/rest/auth/get-signup-context/',
  answers: 'prices',
} as const
export const saveUnfinishedAddress = { ...json, answers: '', path: '/rest/auth/sign-up/' } as const
export const requestResumeAddress = { ...json, path: '/rest/auth/sign-up/resume/' } as const
export const resumeSignUpAddress = { ...json, path: '/rest/auth/sign-up/resume/:linkToken/' } as const
export const submitSignUpAddress = { ...json, path: '/rest/auth/sign-up/submit/' } as const
