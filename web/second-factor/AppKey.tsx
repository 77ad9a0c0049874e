/** The key that an authenticator app scans, or that the person enters in it. */
export function AppKey({ qrCode, code }: { qrCode: string; code: string }) {
  return (
    <>
      <img className="app-qr" src={qrCode} alt="QR code for your authenticator app" />
      <p>
        Cannot scan it? Enter this key in the app: <code className="app-key">{code}</code>
      </p>
      <p className="hint">Then enter the code that the app shows. Nothing is on until you do.</p>
    </>
  )
}
