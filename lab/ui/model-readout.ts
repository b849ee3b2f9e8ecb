/** The numbers of a model and of its present frame. */
import type { AnimatedScene } from 'pliant/audit';
import { DRAWN_INFLUENCES } from '../model/drawn-surface.js';
import { formatBytes, formatCount, formatTime } from '../model/format.js';
import type { OpenedModel } from '../model/model-messages.js';
import type { ModelMoment } from '../model/model-moment.js';
import type { CollisionResult } from '../model/scene-collisions.js';
import { RecentTimes } from '../model/timing.js';
import type { PickResult, SurfaceHit } from '../view/model-picker.js';
import { elementById } from './elements.js';
import { formatLength } from './finding-list.js';
import { make } from './make.js';
import { Race } from './race.js';
import { setLead, setText } from './text.js';

/** Frames that times are taken from: single ones jump too much to be read. */
const TIMED_FRAMES = 30;

/** Writes numbers into the page. */
export class ModelReadout {
  readonly #race = new Race();
  readonly #searchTimes = new RecentTimes(TIMED_FRAMES);

  /** Shows what stays the same for a model. */
  showModel({ byteLength, scene, surfaces }: OpenedModel, name: string, isFile: boolean): void {
    this.forgetTimes();
    this.#searchTimes.clear();
    const triangles = scene.objects.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
    const vertices = scene.objects.reduce((sum, { mesh }) => sum + mesh.vertexCount, 0);
    const joints = new Set(scene.objects.flatMap(({ skin }) => skin?.joints ?? [])).size;
    const targets = scene.objects.reduce((sum, { defaultWeights }) => sum + defaultWeights.length, 0);
    const facts = [
      counted(triangles, 'triangle'),
      counted(scene.objects.length, 'object'),
      ...(joints > 0 ? [counted(joints, 'joint')] : []),
      ...(targets > 0 ? [counted(targets, 'morph target')] : []),
      scene.clips.length > 0 ? counted(scene.clips.length, 'clip') : 'no clips',
      ...(isFile ? [formatBytes(byteLength)] : []),
    ];
    elementById('model-intro', HTMLElement).replaceChildren(make('strong', name), `: ${facts.join(', ')}.`);
    setText('pick-vertex-total', `of ${formatCount(vertices)}`);
    this.#showRemarks(scene, surfaces);
  }

  /** Forgets the times of the ray: they were those of another strategy. */
  forgetTimes(): void {
    this.#race.forgetTimes();
  }

  /** Takes the times of a frame into account. */
  record(result: PickResult): void {
    this.#race.record(result);
  }

  recordSearch({ searchMs }: CollisionResult): void {
    this.#searchTimes.add(searchMs);
  }

  /** Shows what collides; undefined while nobody looks for it, or nothing is known yet. */
  showLive(result: CollisionResult | undefined, scene: AnimatedScene, preparing: string | undefined): void {
    const added = sumOf(result?.meetings, 'added');
    setLead('live-pairs', result === undefined ? '–' : formatCount(added), added > 0);
    setText('live-what', added === 1 ? 'triangle pair passes through' : 'triangle pairs pass through');
    setText('live-known', result === undefined ? '–' : formatCount(sumOf(result.meetings, 'known')));
    setText('live-nodes', result === undefined ? '–' : formatCount(result.nodesVisited));
    setText('live-time', result === undefined ? '–' : formatTime(this.#searchTimes.typical));
    setText('live-meetings', preparing ?? describeMeetings(result, scene));
  }

  /** Shows what the ray hits. */
  showPick(result: PickResult, scene: AnimatedScene): void {
    const { hit } = result;
    setLead('pick-lead', hit === undefined ? '–' : formatLength(hit.distance), hit !== undefined);
    const where = hit && `to triangle ${formatCount(hit.triangle)} of ${scene.objects[hit.object].name}`;
    setText('pick-what', where ?? 'nothing hit');
    setText('pick-bone', hit?.bone ?? '–');
    setText('pick-vertices', formatCount(result.verticesPosed));
    setText('pick-nodes', formatCount(result.nodesVisited));
    this.#race.show(result);
    setText('race-lazy-nodes', `${formatCount(result.lazyNodes)} boxes`);
    setText('race-refit-nodes', `${formatCount(result.refitNodes)} boxes`);
  }

  /** Shows how far into its clip the model is. */
  showTime({ clips }: AnimatedScene, { clip, time }: ModelMoment): void {
    setText('frame-number', `${time.toFixed(2)} s`);
    setText('frame-count', clip < 0 ? 'rest pose' : `/ ${clips[clip].duration.toFixed(2)} s`);
  }

  /** Says beside a place of the picture, in CSS pixels, what is hit there; nothing for undefined. */
  showLabel(hit: SurfaceHit | undefined, [x, y]: readonly number[] = []): void {
    const label = elementById('pick-label', HTMLElement);
    label.hidden = hit === undefined;
    if (hit === undefined) return;
    setText('pick-label', `${hit.bone} · triangle ${hit.triangle}`);
    label.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  }

  /** Says what a mark was pinned to; nothing for undefined. */
  showPin(hit: SurfaceHit | undefined, { objects }: AnimatedScene, isColliding: boolean): void {
    const text = elementById('pin-text', HTMLElement);
    text.hidden = hit === undefined;
    if (hit === undefined) return;
    const what = isColliding ? ' It passes through something here.' : '';
    text.textContent = `Pinned to triangle ${hit.triangle} of ${objects[hit.object].name}, near ${hit.bone}.${what}`;
  }

  /** Says what is there to those who do not see it. */
  announce(result: CollisionResult | undefined, pick: PickResult | undefined): void {
    const pairs = result === undefined ? '' : `${formatCount(sumOf(result.meetings, 'added'))} pairs pass through`;
    setText('status', [pairs, pick?.hit && `${pick.hit.bone} is hit`].filter(Boolean).join(', '));
  }

  #showRemarks({ objects, warnings }: AnimatedScene, surfaces: OpenedModel['surfaces']): void {
    const remarks = [
      ...surfaces.flatMap(({ influences }, i) =>
        influences <= DRAWN_INFLUENCES || objects[i].skin === undefined
          ? []
          : [
              `${objects[i].name}: up to ${influences} joints move a vertex. The picture and the pointer follow the ` +
                `${DRAWN_INFLUENCES} strongest, as three.js does; collisions and the audit follow all of them.`,
            ],
      ),
      ...warnings.map(({ code, message, pointer }) => `${message} (${code}${pointer === '' ? '' : ` at ${pointer}`})`),
    ];
    elementById('remarks', HTMLElement).hidden = remarks.length === 0;
    setText('remarks-title', counted(remarks.length, 'remark'));
    elementById('remark-list', HTMLElement).replaceChildren(...remarks.map((remark) => make('li', remark)));
  }
}

/** Which objects pass through which. */
function describeMeetings(result: CollisionResult | undefined, { objects }: AnimatedScene): string {
  const found = (result?.meetings ?? []).filter(({ added }) => added > 0).sort((a, b) => b.added - a.added);
  const names = found
    .slice(0, 3)
    .map(({ objects: [a, b] }) =>
      a === b ? `${objects[a].name} through itself` : `${objects[a].name} through ${objects[b].name}`,
    );
  const more = found.length > names.length ? ` and ${found.length - names.length} more` : '';
  return names.length === 0 ? 'Nothing passes through anything that does not at rest.' : `${names.join(', ')}${more}.`;
}

function sumOf(meetings: CollisionResult['meetings'] | undefined, what: 'added' | 'known'): number {
  return (meetings ?? []).reduce((sum, meeting) => sum + meeting[what], 0);
}

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
