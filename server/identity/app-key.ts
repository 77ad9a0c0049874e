import QRCode from 'qrcode'
import { totpUri } from './totp.ts'

/** The key of an authenticator app, to read and to scan. */
export type AppKey = { key: string; qr_code: string }

export async function showAppKey(secret: string, of: { issuer: string; label: string }): Promise<AppKey> {
  return { key: secret.match(/.{1,4}/g)?.join(' ') ?? secret, qr_code: await drawCode(totpUri(secret, of)) }
}

/** An image in a data URL: the content policy allows it, and the key goes to no other server. */
async function drawCode(uri: string): Promise<string> {
  const svg = await QRCode.toString(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
