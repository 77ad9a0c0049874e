/** Of a reference under which the gateway shows a payment. */
export const GATEWAY_REFERENCE_AT_MOST = 100
