import { changeSource } from './change-source.ts'

/** A key of another kind is unknown to the sign-up, which then tries itself again. */
changeSource(
  'server/features/visitors/sign-up/orders.ts',
  'from orders o left join accounts',
  "from (select * from orders where kind = 'sign-up') o left join accounts",
)
changeSource(
  'server/features/visitors/sign-up/sign-up-and-pay.ts',
  "if (placed === 'taken') return answerFormer(deps, await existing(deps, key), form)",
  "if (placed === 'taken') return signUpAndPay(deps, form, visitor)",
)
