/** What of a surface is proved free of collisions, as the page shows it: colours, borders, a legend; and the fitting that one of the rules needs. */
import { Fitting, canFit } from './model/fitting.js';
import { measureShares } from './model/region-shares.js';
import type { RegionShares } from './model/region-shares.js';
import type { SelfResult } from './model/self-collisions.js';
import type { LabState } from './model/state.js';
import type { SurfaceSimulation } from './model/surface-simulation.js';
import { RegionLegend } from './ui/region-legend.js';
import { GOVERNORS } from './ui/surface-readout.js';
import type { SurfacePicture } from './view/surface-picture.js';

/** Shows the regions of one surface after the other. */
export class RegionShow {
  readonly #legend = new RegionLegend();
  readonly #fitting: Fitting;
  /** What the surface was coloured by last, and how much that is. */
  #colored: SelfResult | undefined;
  #shares: RegionShares | undefined;

  /** `requestDraw` is called when the surface has been fitted. */
  constructor(requestDraw: () => void) {
    this.#fitting = new Fitting((share) => this.#legend.showFitting(share), requestDraw);
  }

  /** Whether the surface is being fitted, or will be. */
  isPreparing(simulation: SurfaceSimulation, state: LabState): boolean {
    return wantsGovernors(state) && this.#fitting.isDue(simulation);
  }

  /** Has the surface fitted where that is wanted; returns whether it has just become so. */
  prepare(simulation: SurfaceSimulation, state: LabState): boolean {
    return this.#fitting.update(simulation, wantsGovernors(state));
  }

  /** Draws what a search has found. */
  draw(picture: SurfacePicture | undefined, result: SelfResult | undefined, { borders, regions }: LabState): void {
    const found = result?.regions;
    if (found !== undefined && result !== this.#colored) {
      picture?.skin.regions.update(found);
      this.#shares = measureShares(found);
    }
    this.#colored = result;
    const coloring = found === undefined || regions === 'off' ? undefined : regions;
    picture?.skin.showRegions(coloring, found !== undefined && borders);
  }

  /** Says what the colours mean. */
  showLegend({ parts }: SurfaceSimulation, result: SelfResult | undefined, state: LabState): void {
    this.#legend.show({
      look: state.selfCollisions ? state.regions : 'off',
      shares: result?.regions === undefined ? undefined : this.#shares,
      asksGovernors: state.governors && canFit(parts),
      governors: GOVERNORS[parts.subject.kind],
      fitted: this.#fitting.share,
    });
  }

  /** Calls off what is under way. */
  dispose(): void {
    this.#fitting.stop();
  }
}

/** Whether what is proved free is shown in any way. */
export function showsRegions({ borders, regions, selfCollisions }: LabState): boolean {
  return selfCollisions && (borders || regions !== 'off');
}

/** Whether the surface is worth fitting: it takes its time, so not before someone wants to see what that gives. */
function wantsGovernors(state: LabState): boolean {
  return state.governors && showsRegions(state);
}
