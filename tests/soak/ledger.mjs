/** What all wheels did together, and what was found wrong with them. */
export class Ledger {
  lives = 0;
  expired = 0;
  deleted = 0;
  here = 0;
  faults = 0;
  /** The first few are enough to see what it is. */
  shown = [];

  fault(where, what) {
    this.faults++;
    if (this.shown.length < 20) this.shown.push(`${where}: ${what}`);
  }

  born() {
    this.here++;
    return ++this.lives;
  }

  left(count = 1) {
    this.here -= count;
    this.deleted += count;
  }

  fellSilent() {
    this.here--;
    this.expired++;
  }
}
