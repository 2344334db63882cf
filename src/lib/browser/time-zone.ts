/** IANA name of this device's time zone, for instance 'America/Sao_Paulo'. Some devices name no place. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
