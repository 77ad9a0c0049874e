import type { DisputeNotice } from '../ports/payments.ts'
import type { Harness } from './harness.ts'
import { signNotice } from './payments.ts'

/** Posts a signed notice of the embedded gateway, as the gateway would. */
export function postNotice(harness: Pick<Harness, 'app'>, notice: object) {
  const { payload, signature } = signNotice(notice)
  return harness.app.inject({
    method: 'POST',
    url: '/rest/gateway/notices/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ bt_payload: payload, bt_signature: signature }).toString(),
  })
}

/** For the whole charge, unless an amount is given. */
export function postDispute(
  harness: Pick<Harness, 'app'>,
  state: DisputeNotice['state'],
  { reference, amount = 0, ...told }: Partial<DisputeNotice> & { reference: string },
) {
  return postNotice(harness, { kind: 'dispute', state, reference, amount, ...told })
}
