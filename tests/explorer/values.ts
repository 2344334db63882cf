import type { Chance } from '../support/chance.ts'

/**
 * What people type, and what nobody should type. Every free text contains its coach's mark, so that a leak is noticed.
 */

export const MARKS = { ana: 'Anzol', beto: 'Betume' } as const

const FIRST = ['Nina', 'Caio', 'Zilda', 'Ícaro', 'Dora', 'Ubirajara', 'Ana Clara', 'Téo']

const hostile = (mark: string): readonly string[] => [
  `${mark}${'comprido'.repeat(20)}`,
  `<img src=x onerror="window.hostile=1"> ${mark}`,
  `'; drop table students; -- ${mark}`,
  `=HYPERLINK("x") ${mark}`,
  `${mark} \u202Eadnarev\u202C 👨‍👩‍👧‍👦🎾`,
  `  ${mark}  `,
  `${mark} {{aluno}} %s \${x} &amp;`,
  '   ',
  '',
  '-1',
  '99999999999',
  '31/02/2026',
  '1e9',
  'ação',
]

const day = (chance: Chance, least: number, most: number): string => {
  const date = new Date()
  date.setDate(date.getDate() + chance.whole(least, most))
  return date.toLocaleDateString('pt-BR')
}

/** Values by the field's name; the first pattern that matches counts. */
const PLAUSIBLE: readonly [RegExp, (chance: Chance, mark: string) => string][] = [
  // Never 'ENCERRAR', which would delete the coach on the other devices too.
  [/APAGAR/, () => 'APAGAR'],
  [/ENCERRAR/, () => 'encerra'],
  [/senha/i, () => 'voleio123'],
  [/e-?mail/i, (chance, mark) => `${mark.toLowerCase()}${chance.whole(1, 999)}@exemplo.com.br`],
  [/telefone|celular|whats/i, (chance) => `119${chance.whole(10_000_000, 99_999_999)}`],
  [/data e hora/i, (chance) => `${day(chance, -6, 0)} ${chance.whole(6, 9)}:00`],
  [/\bhora\b|início às|começa às|até às/i, (chance) => `${chance.whole(6, 21)}:${chance.pick(['00', '30'])}`],
  [
    /data|\bdia\b|vencimento|^de$|^até$|início|pag(o|amento) em|primeiro|último/i,
    (chance) => day(chance, -5, 12),
  ],
  [/a partir/i, (chance) => day(chance, 0, 12)],
  [/preço|valor|R\$/i, (chance) => `${chance.whole(1, 40)}0,00`],
  [/dias|validade/i, (chance) => String(chance.whole(1, 60))],
  [/aulas|créditos|vagas|quant|minutos|horas|número/i, (chance) => String(chance.whole(1, 12))],
  [/buscar/i, (chance) => chance.pick(['a', 'ana', 'zz', '1199', 'lu', 'bia']) ?? 'a'],
  // One of each type of PIX key.
  [
    /chave/i,
    (chance, mark) =>
      chance.pick([
        `${mark.toLowerCase()}@exemplo.com.br`,
        '529.982.247-25',
        '11.444.777/0001-61',
        '11987651234',
        '123e4567-e12b-12d3-a456-426655440000',
      ]) ?? '',
  ],
  [/células/i, (chance, mark) => `Nome;Telefone\n${FIRST[0]} ${mark} ${chance.whole(1, 99)};11987651234`],
  [/nome/i, (chance, mark) => `${chance.pick(FIRST)} ${mark} ${chance.whole(1, 99)}`],
]

export function valueFor(field: string, chance: Chance, mark: string, hostility: number): string {
  if (chance.happens(hostility)) return chance.pick(hostile(mark)) ?? ''
  const plausible = PLAUSIBLE.find(([pattern]) => pattern.test(field.replace(' (opcional)', '')))?.[1]
  return plausible ? plausible(chance, mark) : `${mark} anota ${chance.whole(1, 99)}`
}
