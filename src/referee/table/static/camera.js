// Zoom and pan of the battlefield: which part of the table, in inches, the screen shows.
import { useEffect, useRef, useState } from "./view.js";

const MARGIN = 1.5;

export function useCamera(width, height) {
  const whole = { x: -MARGIN, y: -MARGIN, w: width + 2 * MARGIN, h: height + 2 * MARGIN };
  const [box, setBox] = useState(whole);
  const svg = useRef(null);
  const fit = () => setBox(whole);
  useEffect(fit, [width, height]);

  const toTable = (clientX, clientY) => {
    const matrix = svg.current && svg.current.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return [point.x, point.y];
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

  const look = (x, y, w) => setBox((old) => ({ x: x - w / 2, y: y - (w * old.h) / old.w / 2, w, h: (w * old.h) / old.w }));

  useEffect(() => {
    const element = svg.current;
    if (!element) return undefined;
    const wheel = (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), toTable(event.clientX, event.clientY));
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

  return { svg, box, viewBox: `${box.x} ${box.y} ${box.w} ${box.h}`, toTable, zoom, pan, look, fit, pixel };
}
