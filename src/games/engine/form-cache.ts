/** Schemas that are made once: the same forms come up in game after game. */
const FORM_CACHE_SIZE = 4096;

/** Remembers what was made from forms, by the very object where it comes again, else by what the object says. */
export class FormCache<Of extends object, Made> {
  readonly #byObject = new WeakMap<Of, Made>();
  readonly #byText = new Map<string, Made>();

  /** @param textOf what tells two objects apart that give different things */
  constructor(private readonly textOf: (of: Of) => string) {}

  /** What belongs to `of`, made when it is asked for the first time. A full cache is emptied. */
  get(of: Of, make: () => Made): Made {
    const known = this.#byObject.get(of);
    if (known !== undefined) return known;
    const text = this.textOf(of);
    let made = this.#byText.get(text);
    if (made === undefined) {
      if (this.#byText.size >= FORM_CACHE_SIZE) this.#byText.clear();
      made = make();
      this.#byText.set(text, made);
    }
    this.#byObject.set(of, made);
    return made;
  }
}
