import type { ConnectedApp } from '#contract/features/connected-apps.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { PartnerLogo } from '#web/ui/PartnerLogo.tsx'

export function AppTile({ app, onDisconnect }: { app: ConnectedApp; onDisconnect: () => void }) {
  const facts = { 'Connected since': app.since, 'Last used': app.lastUsed, 'Connected by': app.by }
  return (
    <section className="tile app-tile" aria-label={`${app.name}, connected by ${app.by}`}>
      <div className="between">
        <div className="face">
          <PartnerLogo name={app.name} logo={app.logo} />
          <h2>{app.name}</h2>
        </div>
        <Button
          small
          look="quiet"
          label={`Disconnect ${app.name}, connected by ${app.by}`}
          onClick={onDisconnect}
        >
          Disconnect
        </Button>
      </div>
      <ul className="allows">
        {app.allows.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Facts facts={facts} across />
    </section>
  )
}
