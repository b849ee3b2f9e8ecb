/** What the page tells about itself: that something is loading, that something failed, that there is no WebGL. */
import { elementById } from './elements.js';

/** Shows and hides the notices. */
export class Notices {
  /** Called when the user calls the loading off. */
  onCancel: () => void = () => {};

  constructor() {
    elementById('loading-cancel', HTMLButtonElement).addEventListener('click', () => this.onCancel());
    elementById('failure-close', HTMLButtonElement).addEventListener('click', () => hide('failure', true));
    document.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.hideFailure();
    });
    window.addEventListener('error', (event) => this.showFailure(event.error ?? event.message));
    window.addEventListener('unhandledrejection', (event) => this.showFailure(event.reason));
  }

  /** Shows what is being loaded; without a share the bar only says that something goes on. */
  showLoading(what: string, share: number | undefined, canCancel: boolean): void {
    const bar = elementById('loading-bar', HTMLProgressElement);
    const title = elementById('loading-what', HTMLElement);
    if (title.textContent !== what) title.textContent = what;
    if (share === undefined) bar.removeAttribute('value');
    else bar.value = share;
    hide('loading-cancel', !canCancel);
    hide('loading', false);
  }

  hideLoading(): void {
    hide('loading', true);
  }

  /** Says what went wrong, in the words of the error. */
  showFailure(error: unknown, title = 'Something went wrong'): void {
    elementById('failure-title', HTMLElement).textContent = title;
    elementById('failure-text', HTMLElement).textContent = error instanceof Error ? error.message : String(error);
    hide('failure', false);
  }

  hideFailure(): void {
    hide('failure', true);
  }

  showNoWebGl(isMissing: boolean): void {
    hide('no-webgl', !isMissing);
  }
}

function hide(id: string, hidden: boolean): void {
  elementById(id, HTMLElement).hidden = hidden;
}
