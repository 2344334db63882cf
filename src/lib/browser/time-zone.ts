/** The IANA name of this device's time zone, such as 'America/Sao_Paulo'; on some devices a name without a place. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
