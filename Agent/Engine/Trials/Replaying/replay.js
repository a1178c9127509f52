'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const [play, speed, time, clock] = ['play', 'speed', 'time', 'clock'].map(id => document.getElementById(id));
  const ms = value => `${value.toFixed(1)} ms`;

  // A cell is here once all bytes up to its end have arrived.
  function cellsOf(arm) {
    const cells = [];
    let at = 0;
    for (let end = data.cell; end < data.size + data.cell; end += data.cell) {
      while (arm.points[at][1] < Math.min(end, data.size)) at++;
      cells.push({ at: arm.points[at][0], group: arm.points[at][2], element: document.createElement('i') });
    }
    return cells;
  }

  const arms = data.arms.map((arm, number) => {
    const frame = document.getElementById(`arm${number}`);
    const cells = cellsOf(arm);
    frame.querySelector('.cells').append(...cells.map(cell => cell.element));
    return { points: arm.points, frame, cells, state: frame.querySelector('.state'), end: arm.points.at(-1)[0], shown: 0 };
  });
  const end = Math.max(...arms.map(arm => arm.end));

  function bytesAt(arm, now) {
    let bytes = 0;
    for (const point of arm.points) {
      if (point[0] > now) break;
      bytes = point[1];
    }
    return bytes;
  }

  function showArm(arm, now) {
    for (; arm.shown < arm.cells.length && arm.cells[arm.shown].at <= now; arm.shown++)
      arm.cells[arm.shown].element.className = arm.cells[arm.shown].group % 2 ? 'other' : 'one';
    for (; arm.shown > 0 && arm.cells[arm.shown - 1].at > now; arm.shown--)
      arm.cells[arm.shown - 1].element.className = '';
    const done = now >= arm.end;
    arm.frame.classList.toggle('done', done);
    arm.state.textContent = done
      ? `complete after ${ms(arm.end)}`
      : `${(bytesAt(arm, now) / 1000).toFixed(1)} of ${(data.size / 1000).toFixed(1)} kB`;
  }

  let now = end, last, frame = 0;

  function show(value) {
    now = Math.min(value, end);
    arms.forEach(arm => showArm(arm, now));
    time.value = now;
    clock.textContent = ms(now);
    play.textContent = frame ? 'Pause' : now >= end ? 'Replay' : 'Continue';
  }

  function step(at) {
    const passed = last === undefined ? 0 : (at - last) * speed.value;
    last = at;
    frame = now + passed < end ? requestAnimationFrame(step) : 0;
    show(now + passed);
  }

  function stop() {
    cancelAnimationFrame(frame);
    frame = 0;
    show(now);
  }

  function start() {
    if (now >= end) now = 0;
    last = undefined;
    frame = requestAnimationFrame(step);
    show(now);
  }

  play.addEventListener('click', () => frame ? stop() : start());
  time.addEventListener('input', () => {
    now = Number(time.value);
    stop();
  });
  time.max = end;
  document.getElementById('controls').hidden = false;
  show(end);
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) start();
})();
