import type { Coach, Press, Visit } from './journal.ts'
import type { Deed, Model } from './model.ts'
import { later, localDay } from './people/scene.ts'
import { valueIn } from './promise.ts'

/** What a run sees of a coach, after each write that the server answered and whenever a person is told something. */
export interface Sight extends Pick<Coach, 'model' | 'presses' | 'visits'> {
  now: number
  /** The last request and its answer. */
  heard?: { path: string; status: number; answered: unknown }
  /** The press whose outcome a person was just told. */
  told?: Press
}

type Kind = Deed['kind']
type Predicate = (sight: Sight) => boolean
type Values<Name extends keyof Model> = Model[Name] extends ReadonlyMap<string, infer Value> ? Value : never
type Lesson = Values<'lessons'>
type Place = Lesson['places'][number]

const tells =
  (kind: Kind, is: (told: string) => boolean): Predicate =>
  ({ told }) =>
    told?.deed.kind === kind && is(told.told ?? '')
const waits = (kind: Kind) => tells(kind, (told) => told === 'queued')
const unknown = (kind: Kind) => tells(kind, (told) => told === 'unknown')
const refused = (kind: Kind) => tells(kind, (told) => told.startsWith('refused'))

/** An entry of the outbox was refused when it was sent. */
const refusedLater =
  (kind: Kind): Predicate =>
  ({ presses }) =>
    presses.some((each) => each.deed.kind === kind && each.told === 'refused after all')

const undone =
  (kind: Kind, is: (answer: string) => boolean = (answer) => answer === 'done'): Predicate =>
  ({ told, presses }) => {
    const of = told?.deed.kind === 'undo' && is(told.told ?? '') ? told.deed.of : null
    return of !== null && presses.some(({ deed, ids }) => deed.kind === kind && ids.includes(of))
  }

const hears =
  (path: string, status: number): Predicate =>
  ({ heard }) =>
    heard?.path === `rpc/${path}` && heard.status === status

/** The newest visit has this path and satisfies `is`, which also gets the student's earlier visits. */
const visited =
  (path: Visit['path'], is: (visit: Visit, before: readonly Visit[], sight: Sight) => boolean): Predicate =>
  (sight) => {
    const visit = sight.visits.at(-1)
    if (visit?.path !== path) return false
    const before = sight.visits.slice(0, -1).filter((each) => each.student === visit.student)
    return is(visit, before, sight)
  }
const answered = (path: Visit['path'], refusal: string | null) =>
  visited(path, (visit) => visit.refused === refusal)

const givenBack = (outcome: 'kept' | 'late') =>
  visited(
    'reply_to_lesson',
    (visit, before) =>
      visit.outcome === outcome &&
      before.some(
        (each) => each.path === 'take_opening' && each.lesson === visit.about && each.refused === null,
      ),
  )

const packs =
  (is: (id: string, model: Model, pack: Values<'packs'>, today: string) => boolean): Predicate =>
  ({ model, now }) =>
    [...model.packs].some(([id, pack]) => is(id, model, pack, localDay(now)))
const lessons =
  (is: (lesson: Lesson, model: Model, id: string) => boolean): Predicate =>
  ({ model }) =>
    [...model.lessons].some(([id, lesson]) => is(lesson, model, id))
const places = (is: (place: Place, lesson: Lesson, model: Model) => boolean) =>
  lessons((lesson, model) => lesson.places.some((place) => is(place, lesson, model)))
const missed = (attendance: Place['attendance'], outcome: 'kept' | 'late' | null) =>
  places(
    (place) =>
      place.attendance === attendance && (place.told?.outcome ?? null) === outcome && place.version !== null,
  )
const openings =
  (is: (opening: Values<'openings'>, takers: readonly string[], model: Model) => boolean): Predicate =>
  ({ model }) =>
    [...model.openings].some(([id, opening]) => is(opening, model.takersOf(id), model))
const extended =
  (by: Model['extensions'][number]['cause']['by']): Predicate =>
  ({ model }) =>
    model.extensions.some(({ cause, keptFor }) => cause.by === by && keptFor === undefined)
const students = (is: (model: Model, id: string) => boolean): Predicate => {
  return ({ model }) => [...model.students.keys()].some((id) => is(model, id))
}

const isToldInTime = ({ attendance, told }: Place) => attendance === 'excused' && told?.outcome === 'kept'
const guestIn = (place: Place, { answers }: Lesson, model: Model): boolean => {
  const slot = model.slots.get(answers?.split('/')[0] ?? '')
  return slot !== undefined && !slot.students.includes(place.student)
}
const isTaken = ({ asked }: Values<'openings'>, student: string) => (asked.get(student) ?? null) !== null
const isTaker = (
  { guests }: Model,
  { occurrence, student }: { occurrence: string; student: string },
): boolean =>
  guests.some((each) => each.occurrence === occurrence && each.student === student && each.by === 'opening')
const daysGiven = (id: string, { extensions }: Model): number =>
  extensions.reduce((all, { pack, days }) => (pack === id ? all + days : all), 0)
const areNear = (a: { from: string; until: string }, b: { from: string; until: string }) =>
  a !== b && Math.abs(Date.parse(a.from) - Date.parse(b.until)) <= 86_400_000

/** Interesting states. A run reports which of them it reached, and which it never did. */
export const SOMETIMES: Readonly<Record<string, Predicate>> = {
  'a lesson waits in an outbox': waits('register'),
  'a skip waits in an outbox': waits('skip'),
  'a noted reply waits in an outbox': waits('note'),
  'stars wait in an outbox': waits('feedback'),
  "'É a mesma' waits in an outbox": waits('same'),
  'a lesson that waited is refused': refusedLater('register'),
  'a skip that waited is refused': refusedLater('skip'),
  'a noted reply that waited is refused': refusedLater('note'),
  'nobody knows whether a sale was done': unknown('sell'),
  'nobody knows whether money was noted': unknown('money'),
  'nobody knows whether an undo was done': unknown('undo'),
  'nobody knows whether an hour was offered': unknown('offer'),
  'another sale was saved before under the same id': tells('sell', (told) => told === 'saved before'),
  'a repeat tells what its first attempt did': ({ heard }) => valueIn(heard?.answered, 'replayed') === true,
  'an edit of a lesson that another device has changed': refused('edit'),
  'an edit of a package that another device has changed': refused('repackage'),
  'money that another device has changed': refused('money'),
  'an undo after something else has changed': refused('undo'),
  'a recess on days of another one': refused('recess'),
  'an undone registration': undone('register'),
  'an undone edit of a lesson': undone('edit'),
  'an undone deletion': undone('remove'),
  'an undone skip': undone('skip'),
  'an undone cancelled day': undone('cancel'),
  'an undone sale': undone('sell'),
  'a sale that is not undone, because something came after it': undone('sell', (answer) =>
    answer.startsWith('refused'),
  ),
  'an undone adjustment': undone('adjust'),
  'an undone extension': undone('extend'),
  'an undone payment': undone('money'),

  'a validity from the first lesson, begun': packs(
    (id, model, { lastDay }) => lastDay === null && model.usesOf(id).length > 0,
  ),
  'an expired package with credits': packs(
    (id, model, _pack, today) => (model.expiry(id) ?? '9') < today && model.left(id) > 0,
  ),
  'two packages of one student with credits': students(
    (model, id) => model.packsOf(id).filter((each) => model.left(each) > 0).length > 1,
  ),
  'a package that was renewed': packs((_id, _model, { renews }) => renews !== null),
  'a package paid in two parts': ({ model }) =>
    new Set([...model.payments.values()].map(({ pack }) => pack)).size < model.payments.size,
  'more was received than a package costs': packs((id, model) => model.open(id) < 0),
  'money was given back': ({ model }) => [...model.payments.values()].some(({ kind }) => kind === 'refund'),
  'credits were used outside': packs((_id, _model, { usedOutside }) => usedOutside > 0),
  'more days by hand': extended('hand'),
  'more days by a recess': extended('recess'),
  'more days by a lesson': extended('lesson'),
  'more days by a skip': extended('skip'),
  'days that stay for good': ({ model }) => model.extensions.some(({ keptFor }) => keptFor !== undefined),
  'days with two causes for one package': ({ model }) =>
    new Set(model.extensions.map(({ pack }) => pack)).size < model.extensions.length,
  'a lesson without a package': places(({ attendance, pack }) => attendance === 'absent' && pack === null),
  'a cancelled lesson': lessons((_lesson, model, id) => model.isCancelled(id)),
  'a lesson of a moved occurrence': lessons(
    ({ answers }, model) => answers !== null && model.moved.has(answers),
  ),
  'a lesson of a slot that took the place of another one': lessons(
    ({ answers }, model) => (model.slots.get(answers?.split('/')[0] ?? '')?.replaces.length ?? 0) > 0,
  ),
  'a slot that took the place of two, one after the other': ({ model }) =>
    [...model.slots.values()].some(({ replaces }) => replaces.length > 1),
  'a moved occurrence that is skipped': ({ model }) =>
    [...model.skipped.keys()].some((key) => model.moved.has(key)),
  'two recesses side by side': ({ model }) =>
    [...model.recesses.values()].some((a) => [...model.recesses.values()].some((b) => areNear(a, b))),
  'an anonymised student with lessons': students(
    (model, id) => model.students.get(id)?.anonymous === true && model.placesOf(id).length > 0,
  ),
  'a link that was changed twice': ({ model }) => [...model.links.values()].some((links) => links.length > 2),

  'two versions of the agreement': ({ model }) => model.versions.length > 1,
  'a version that was taken down': ({ model }) => model.versions.some(({ ends }) => ends !== null),
  "'Não vou' in time": ({ model }) =>
    model.words.some(({ by, outcome }) => by === 'student' && outcome === 'kept'),
  "'Não vou' too late": ({ model }) =>
    model.words.some(({ by, outcome }) => by === 'student' && outcome === 'late'),
  "'Não vou' at the last moment in time": visited(
    'reply_to_lesson',
    ({ about, student, at, outcome }, _before, { model }) =>
      outcome !== null && model.exists(about) && model.answerable(about, student, at).deadline === at,
  ),
  'a lesson that got its time late': ({ model, now }) =>
    model.agenda(localDay(now), localDay(now)).some(({ occurrence, lesson, reason }) => {
      const start = model.startOf(occurrence)
      const isPlanned = lesson === null && reason === null
      return (
        isPlanned &&
        model.judge(start)?.notice !== 0 &&
        model.answerable(occurrence, '', now).deadline === start
      )
    }),
  "'Não foi o aluno' of a lesson that is registered": ({ told, model }) =>
    told?.deed.kind === 'void' && told.told === 'done' && model.lessonOf(told.deed.occurrence) !== null,
  'the coach notes what the student has told already': ({ model }) =>
    model.words.some((a) =>
      model.words.some(
        (b) =>
          a.by === 'coach' &&
          b.by === 'student' &&
          a.reply === b.reply &&
          a.occurrence === b.occurrence &&
          a.student === b.student &&
          a.start === b.start &&
          a.at > b.at,
      ),
    ),
  "'Vou' after 'Não vou'": visited(
    'reply_to_lesson',
    (visit, before) =>
      visit.refused === null &&
      visit.what === 'coming' &&
      before.some(
        (each) => each.about === visit.about && each.what === 'not_coming' && each.refused === null,
      ),
  ),
  'a reply to a lesson that has moved, or means something else by now': answered(
    'reply_to_lesson',
    'Esta aula mudou. Confira e responda de novo.',
  ),
  'a reply to a lesson that is not planned any more': answered(
    'reply_to_lesson',
    'Esta aula não está mais marcada',
  ),
  'a reply to a lesson that has begun': answered('reply_to_lesson', 'Esta aula já começou'),
  'a reply where no version judges': answered(
    'reply_to_lesson',
    'Esta aula não pode ser respondida aqui. Fale com o professor.',
  ),
  'a reply while the lesson waits in an outbox': visited(
    'reply_to_lesson',
    ({ about }, _before, { presses }) =>
      presses.some(
        ({ deed, told, operation }) =>
          deed.kind === 'register' && deed.answers === about && told === 'queued' && operation === null,
      ),
  ),
  'an absence in time, excused': missed('excused', 'kept'),
  'an absence too late, charged': missed('absent', 'late'),
  'an absence in time, charged all the same': missed('absent', 'kept'),
  'an absence without a word, excused': missed('excused', null),
  'an absence without a word, charged': missed('absent', null),
  'a make-up floor decides a last day': packs((id, model) => model.makeupDay(id) !== null),
  'a package that only a make-up floor keeps spares another credit': packs((id, model) => {
    const expiry = model.expiry(id)
    const until = expiry && later(expiry, daysGiven(id, model) - model.extended(id))
    return [...model.lessons.values()].some(
      ({ day, places: seats }) =>
        until !== null && day > until && seats.some((seat) => seat.spared === id && isToldInTime(seat)),
    )
  }),
  'a note is taken back': ({ told, model }) =>
    told?.deed.kind === 'note' &&
    told.told === 'done' &&
    model.wordOf(told.deed.occurrence, told.deed.student) === null,

  "a guest by the coach's hand": ({ model }) => model.guests.some(({ by }) => by === 'coach'),
  "a coach's guest comes along when the lesson moves": ({ model }) =>
    model.guests.some(
      ({ by, occurrence, start }) =>
        by === 'coach' && model.exists(occurrence) && model.startOf(occurrence) !== start,
    ),
  'a guest is in a registered lesson': places(guestIn),
  'a guest is excused': places(
    (place, lesson, model) => place.attendance === 'excused' && guestIn(place, lesson, model),
  ),
  'a taker is in a registered lesson': places(
    ({ student, attendance }, { answers }, model) =>
      attendance === 'present' &&
      [...model.openings.values()].some((each) => each.occurrence === answers && isTaken(each, student)),
  ),
  'an offer of a place that somebody gave up': openings(({ occurrence }, _takers, model) =>
    model.words.some((word) => word.occurrence === occurrence && word.reply === 'not_coming'),
  ),
  'a full offer of two places': openings(
    ({ places: number }, takers) => number > 1 && takers.length >= number,
  ),
  'an offer ends because its lesson moves, is skipped or answered': openings(
    ({ closed, occurrence }, _takers, model) =>
      closed &&
      (!model.exists(occurrence) ||
        model.skipped.has(occurrence) ||
        model.moved.has(occurrence) ||
        model.lessonOf(occurrence) !== null),
  ),
  'an offer is ended by the coach': hears('close_opening', 204),
  'a second offer of one lesson': hears('open_places', 409),
  'more are asked': ({ presses, told }) =>
    told?.deed.kind === 'offer' &&
    told.told === 'done' &&
    presses.filter(
      ({ deed }) => deed.kind === 'offer' && told.deed.kind === 'offer' && deed.opening === told.deed.opening,
    ).length > 1,
  'a place is taken': answered('take_opening', null),
  'a place is asked for that is taken': answered('take_opening', 'Este horário já foi preenchido'),
  'a place is asked for of an offer that has ended': answered('take_opening', 'Esta oferta terminou'),
  'two ask for one place within a second': visited('take_opening', (visit, _before, { visits }) =>
    visits.some(
      (each) =>
        each.about === visit.about &&
        each.student !== visit.student &&
        each.refused === null &&
        visit.refused !== null &&
        visit.at - each.at < 1000,
    ),
  ),
  'a place is given back in time': givenBack('kept'),
  'a place is given back too late': givenBack('late'),
  "'Vou' to a lesson whose place is offered": answered(
    'reply_to_lesson',
    'Seu lugar já foi oferecido. Fale com o professor.',
  ),
  'a place is taken again by who gave it back': visited(
    'take_opening',
    (visit, before) =>
      visit.refused === null &&
      before.some((each) => each.about === visit.about) &&
      before.at(-1)?.outcome !== null,
  ),
  'a regular student takes the own place back': ({ model }) =>
    [...model.openings].some(([id, { occurrence }]) =>
      model
        .takersOf(id)
        .some((student) => model.exists(occurrence) && model.guestOf(occurrence, student) === null),
    ),
  'a taker is taken out by the coach': openings(
    (opening, takers, model) =>
      model.exists(opening.occurrence) &&
      [...opening.asked.keys()].some(
        (student) =>
          isTaken(opening, student) &&
          !takers.includes(student) &&
          !model.expected(opening.occurrence).includes(student),
      ),
  ),
  'who took an hour does not come along when the lesson moves': openings(
    (opening, _takers, model) =>
      model.exists(opening.occurrence) &&
      model.startOf(opening.occurrence) !== opening.start &&
      [...opening.asked.keys()].some((student) => isTaken(opening, student)),
  ),
  'who has another lesson by now asks for a place': visited(
    'take_opening',
    ({ about, student, at, ...visit }, _before, { model }) =>
      visit.refused === 'Esta oferta terminou' &&
      model.openings.get(about)?.asked.has(student) === true &&
      model.openOf(model.openings.get(about)?.occurrence ?? '', at)?.id === about,
  ),
  'a taker is put back': ({ told, model }) =>
    told?.deed.kind === 'guest' && told.deed.comes && told.told === 'done' && isTaker(model, told.deed),
}
