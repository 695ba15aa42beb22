// Zoom and pan of the battlefield: which part of the table, in inches, the screen shows.
import { useEffect, useRef, useState } from "./view.js";

const MARGIN = 1.5;

// Quarter turns of the table: from its own inches to those of the frame on the screen.
export function turner(turn, width, height) {
  const frame = turn % 180 ? [height, width] : [width, height];
  const transform = { 0: undefined, 90: `translate(${height} 0) rotate(90)`, 180: `translate(${width} ${height}) rotate(180)`, 270: `translate(0 ${width}) rotate(270)` }[turn];
  const point = { 0: (x, y) => [x, y], 90: (x, y) => [height - y, x], 180: (x, y) => [width - x, height - y], 270: (x, y) => [y, width - x] }[turn];
  const back = { 0: (dx, dy) => [dx, dy], 90: (dx, dy) => [dy, -dx], 180: (dx, dy) => [-dx, -dy], 270: (dx, dy) => [-dy, dx] }[turn];
  return { turn, frame, transform, point, back, upright: turn ? `rotate(${-turn})` : undefined };
}

// Whose side is at the top sees the table turned, so that it is at the bottom.
export function ownTurn(view, you) {
  if (you === null || you === undefined) return 0;
  const places = [
    ...(view.zones || []).filter((zone) => zone.seat === you && zone.shape).flatMap((zone) => zone.shape),
    ...(view.units || []).filter((unit) => unit.seat === you).flatMap((unit) => unit.models.filter((one) => one.x !== null && one.x !== undefined).map((one) => [one.x, one.y])),
  ];
  if (!places.length) return 0;
  const off = (at, size) => (places.reduce((sum, one) => sum + one[at], 0) / places.length / size) - 0.5;
  const [across, down] = [off(0, view.table.width), off(1, view.table.height)];
  return down < 0 && Math.abs(down) > Math.abs(across) ? 180 : 0;
}

export function useCamera(width, height) {
  const whole = { x: -MARGIN, y: -MARGIN, w: width + 2 * MARGIN, h: height + 2 * MARGIN };
  const [box, setBox] = useState(whole);
  const svg = useRef(null);
  const ground = useRef(null);
  const fit = () => setBox(whole);
  useEffect(fit, [width, height]);

  const inside = (element, clientX, clientY) => {
    const matrix = element && element.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  };
  const toTable = (clientX, clientY) => inside(ground.current, clientX, clientY);
  const toFrame = (clientX, clientY) => inside(svg.current, clientX, clientY);
  const toScreen = (x, y) => {
    const matrix = ground.current && ground.current.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix) : null;
  };

  const zoom = (factor, centre) =>
    setBox((old) => {
      const w = Math.min(whole.w * 1.2, Math.max(4, old.w / factor));
      const real = old.w / w;
      const h = old.h / real;
      const [cx, cy] = centre || [old.x + old.w / 2, old.y + old.h / 2];
      return { x: cx - (cx - old.x) / real, y: cy - (cy - old.y) / real, w, h };
    });

  const pan = (dx, dy) => setBox((old) => ({ ...old, x: old.x - dx, y: old.y - dy }));


  useEffect(() => {
    const element = svg.current;
    if (!element) return undefined;
    const wheel = (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), toFrame(event.clientX, event.clientY));
    };
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  });

  // How many inches one pixel is: for lines and letters of constant size.
  const [pixel, setPixel] = useState(0.06);
  useEffect(() => {
    const measure = () => {
      const matrix = svg.current && svg.current.getScreenCTM();
      if (matrix && matrix.a) setPixel(1 / matrix.a);
    };
    measure();
    const watch = new ResizeObserver(measure);
    if (svg.current) watch.observe(svg.current);
    return () => watch.disconnect();
  }, [box.w, box.h]);

  return { svg, ground, viewBox: `${box.x} ${box.y} ${box.w} ${box.h}`, toTable, toFrame, toScreen, zoom, pan, fit, pixel };
}
