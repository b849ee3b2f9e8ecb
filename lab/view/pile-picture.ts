/** The pile as it is drawn: bodies, their proxies, where those touch, and the bin. */
import { Group, Vector3 } from 'three';
import type { PileScene } from '../../scenes/pile.js';
import type { LabState } from '../model/state.js';
import { BinView } from './bin-view.js';
import { BlobsView } from './blobs-view.js';
import { ContactsView } from './contacts-view.js';
import type { FirstView, Picture } from './picture.js';
import { ProxiesView } from './proxies-view.js';

/** The bin, and some air above it through which bodies fall. */
const FIRST_VIEW: FirstView = {
  target: new Vector3(0, 1.05, 0),
  direction: new Vector3(0.5, 0.42, 1).normalize(),
  height: 6,
  width: 7,
};

/** Draws one pile. */
export class PilePicture implements Picture {
  readonly object = new Group();
  readonly firstView = FIRST_VIEW;
  readonly contacts: ContactsView;
  readonly proxies: ProxiesView;
  readonly #bodies: BlobsView;
  readonly #bin: BinView;
  #look: LabState['look'] | undefined;

  constructor(scene: PileScene) {
    this.#bodies = new BlobsView(scene);
    this.proxies = new ProxiesView(scene);
    this.contacts = new ContactsView(scene);
    this.#bin = new BinView(scene.planes);
    for (const part of this.#parts) this.object.add(part.object);
  }

  /** Takes over the pile as it is now. */
  update(scene: PileScene, { look, contacts }: LabState): void {
    if (look !== this.#look) {
      this.#look = look;
      this.#bodies.object.visible = look !== 'proxies';
      this.proxies.object.visible = look !== 'bodies';
      this.proxies.setClear(look === 'both');
    }
    this.contacts.object.visible = contacts;
    if (look !== 'proxies') this.#bodies.update(scene);
    if (look !== 'bodies') this.proxies.update(scene);
    if (contacts) this.contacts.update(scene);
  }

  dispose(): void {
    for (const part of this.#parts) part.dispose();
  }

  get #parts(): (BlobsView | ProxiesView | ContactsView | BinView)[] {
    return [this.#bodies, this.proxies, this.contacts, this.#bin];
  }
}
