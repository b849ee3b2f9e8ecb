/** The numbers of the present frame of the quadruped: what the probe hits, and what collides with itself. */
import { formatCount, formatTime } from '../model/format.js';
import type { Answer, QuadrupedSimulation } from '../model/quadruped-simulation.js';
import type { SelfResult } from '../model/self-collisions.js';
import { RecentTimes } from '../model/timing.js';
import { Race } from './race.js';
import { setLead, setText } from './text.js';

/** Frames that times are taken from: single ones jump too much to be read. */
const TIMED_FRAMES = 30;

/** Writes numbers into the page. */
export class QuadrupedReadout {
  readonly #race = new Race();
  readonly #selfTimes = new RecentTimes(TIMED_FRAMES);

  /** Shows what stays the same for a simulation, and forgets the times of the one before. */
  showSimulation({ parts }: QuadrupedSimulation): void {
    const { bounds, quadruped } = parts;
    const { triangleCount, vertexCount } = quadruped.mesh;
    this.forgetTimes();
    this.#selfTimes.clear();
    setText('skin-triangles', formatCount(triangleCount));
    setText('skin-bones', formatCount(quadruped.jointCount));
    setText('skin-influences', formatCount(quadruped.influencesPerVertex));
    setText('patch-total', `of ${formatCount(bounds.patchCount)}`);
    setText('skin-vertex-total', `of ${formatCount(vertexCount)}`);
    setText('skin-block-total', `of ${formatCount(bounds.blockCount)}`);
    setText('skin-test-total', `of ${formatCount(triangleCount)}`);
  }

  /** Forgets the times of the probe: they were those of another strategy or another probe. */
  forgetTimes(): void {
    this.#race.forgetTimes();
  }

  /** Takes the times of a frame into account. */
  record(answer: Answer): void {
    this.#race.record(answer);
  }

  recordSelf({ searchMs }: SelfResult): void {
    this.#selfTimes.add(searchMs);
  }

  /** Shows the numbers of a frame. */
  showFrame(answer: Answer, triangle: number, frameCount: number): void {
    const isBall = answer.question.probe === 'ball';
    setLead('hit-lead', nameHit(answer), answer.hitCount > 0);
    const hit = answer.hitCount > 0 ? `to triangle ${formatCount(triangle)}` : 'nothing hit';
    setText('hit-what', isBall ? 'triangles touched' : hit);
    setText('patches-baked', formatCount(answer.patchesBaked));
    setText('skin-vertices', formatCount(answer.verticesPosed));
    setText('skin-tests', formatCount(answer.triangleTests));
    setText('skin-nodes', formatCount(answer.nodesVisited));
    setText('skin-blocks', formatCount(answer.blocksEvaluated));
    setText('skin-bounds', formatCount(answer.boundTests));
    setText('frame-number', String(answer.frame + 1));
    setText('frame-count', `/ ${frameCount}`);
    this.#race.show(answer);
  }

  /** Shows what collides with itself; undefined while nobody looks for it. */
  showSelf(result: SelfResult | undefined): void {
    setLead('self-pairs', result === undefined ? '–' : formatCount(result.pairCount), (result?.pairCount ?? 0) > 0);
    setText('self-time', result === undefined ? '–' : formatTime(this.#selfTimes.typical));
    setText('self-nodes', result === undefined ? '–' : formatCount(result.nodesVisited));
    setText('self-tests', result === undefined ? '–' : formatCount(result.triangleTests));
  }

  /** Says the frame's result to those who do not see it; only when someone asked for this very frame. */
  announce(answer: Answer, self: SelfResult | undefined): void {
    const isBall = answer.question.probe === 'ball';
    const hit = isBall ? `${answer.hitCount} triangles touched` : answer.hitCount > 0 ? 'a hit' : 'no hit';
    const pairs = self === undefined ? '' : `, ${self.pairCount} pairs of triangles collide`;
    setText('status', `Frame ${answer.frame + 1}: ${hit}, ${answer.patchesBaked} patches baked${pairs}.`);
  }
}

/** How many triangles the ball touches, or how far away the ray hits one: its direction has length 1. */
function nameHit({ hitCount, parameter, question }: Answer): string {
  if (question.probe === 'ball') return formatCount(hitCount);
  return hitCount > 0 ? `${parameter.toFixed(3)} m` : '–';
}
