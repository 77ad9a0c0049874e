import { form } from '#contract/wire/address.ts'

export const signInAddress = { ...form, path: '/rest/auth/login/' } as const
export const findAccountsAddress = {
  ...form,
  path: '/rest/auth/check_agent_email/',
  answers: 'login_data_list',
} as const
