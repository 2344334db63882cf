import { MESSAGES } from '@/texts/shared/messages'
import type { StudentEffect } from './intents'

/** What a plan does to one student, in words: '1 crédito volta para o Pacote de 10 aulas'. */
export function describeEffect(effect: StudentEffect): string[] {
  const { effects } = MESSAGES.sessions
  const lines: string[] = []
  if (effect.returned) {
    const say = effect.returned.expired ? effects.returnedExpired : effects.returned
    lines.push(say(effect.returned.packageName))
  }
  if (effect.taken) {
    const say = effect.taken.expired ? effects.takenExpired : effects.taken
    lines.push(say(effect.taken.packageName))
  }
  if (effect.withoutPackage) lines.push(effects.withoutPackage)
  return lines
}
