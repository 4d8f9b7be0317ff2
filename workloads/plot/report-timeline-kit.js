/* report-timeline-kit.js: what the pictures of <section id="timeline"> share: the data (timeline-data.h explains them), fills, and a picture with a time
 * axis, which mouse and keyboard move. report-timeline.js makes the two pictures of it. It leaves window.simtTimelineKit. */
(function () {
	'use strict';

	const source = document.getElementById('timeline-data');
	if (!source)
		return;
	const data = JSON.parse(source.textContent);
	const PARTED = 1, GUARDED = 8, PART = 16; /* flags of kinds */
	const LEFT = 58, RIGHT = 24, AXIS = 40, HEAD = 24; /* pixels */
	const COLORS = 8, OTHER = 8;
	/* The states of lanes: how each is filled, and the words for it. */
	const FILLS = {
		issues: 'issues',
		stalled: 'is stalled, and will run next',
		barrier: 'waits at a barrier for other warps of the block',
		guarded: 'runs, but is guarded off',
		turns: 'runs and waits in turns; when is not recorded',
		waits: 'waits for other lanes of the warp',
		exited: 'has exited'
	};

	/* ---- words ---- */

	const count = x => Math.round(x).toLocaleString('en-US');
	const percent = (x, of) => (of ? 100 * x / of : 0).toFixed(1) + ' %';
	const plural = (n, word) => count(n) + ' ' + word + (n === 1 ? '' : 's');
	const hex = x => '0x' + (16 * x).toString(16).padStart(4, '0');
	const base = path => path.slice(path.lastIndexOf('/') + 1);

	function element(name, attributes, ...children) {
		const e = document.createElement(name);
		Object.keys(attributes || {}).forEach(k => {
			if (k.slice(0, 2) === 'on')
				e.addEventListener(k.slice(2), attributes[k]);
			else if (attributes[k] !== false)
				e.setAttribute(k, attributes[k] === true ? '' : attributes[k]);
		});
		e.append(...children);
		return e;
	}

	/* "0-3, 7" of a mask. */
	function lanesOf(mask) {
		const runs = [];
		for (let i = 0; i < data.lanes; i++)
			if (mask[i]) {
				const from = i;
				while (i + 1 < data.lanes && mask[i + 1])
					i++;
				runs.push(from === i ? String(i) : from + '-' + i);
			}
		return runs.length ? runs.join(', ') : 'none';
	}

	/* ---- the data ---- */

	function maskOf(digits) {
		const mask = new Uint8Array(data.lanes);
		for (let i = 0; i < data.lanes; i++) {
			const at = digits.length - 1 - (i >> 2);
			mask[i] = at >= 0 ? parseInt(digits[at], 16) >> (i & 3) & 1 : 0;
		}
		return mask;
	}

	function decodeWarps(c) {
		const warps = [];
		let at = 0;
		for (let i = 0; i < c.warps.length; i += 12) {
			const [sm, subcore, slot, launch, block, warp, first, whole, lost, present, start, n] = c.warps.slice(i, i + 12);
			const w = {sm, subcore, slot, launch, block, warp, first, whole, lost, present, spans: []};
			let t = start;
			for (let k = 0; k < n; k++, at += 5) {
				const from = t + c.spans[at], begin = from + c.spans[at + 1];
				t = begin + c.spans[at + 2];
				w.spans.push({from, begin, end: t, kind: c.kinds[c.spans[at + 3]], inst: c.spans[at + 4]});
			}
			w.name = 'block ' + block + ', warp ' + warp;
			warps.push(w);
		}
		return warps;
	}

	function decodeStays(c) {
		const stays = [];
		let block = 0, start = 0;
		for (let i = 0; i < c.stays.length; i += 5) {
			block += c.stays[i + 2];
			start += c.stays[i + 3];
			const launch = c.stays[i + 1] >> 1, stands = c.stays[i + 1] & 1;
			stays.push({sm: c.stays[i], launch, block, start, end: start + c.stays[i + 4],
				    weight: stands ? c.launches[launch][7] : 1});
		}
		return stays;
	}

	/* Once for each case. */
	function decode(c) {
		if (c.decoded)
			return c;
		const masks = c.masks.map(maskOf), kinds = [];
		for (let i = 0; i < c.kinds.length; i += 7) {
			const k = c.kinds.slice(i, i + 7), part = Math.floor(k[6] / PART);
			kinds.push({code: c.code[k[0]], last: c.code[k[1]], active: masks[k[2]], alive: masks[k[3]], off: masks[k[4]],
				    state: k[5] < 0 ? null : data.states[k[5]], flags: k[6] % PART,
				    color: part ? c.parts[part - 1][1] : OTHER});
			/* of a time in which many paths ran only the lanes that ran in any of them are recorded */
			const kind = kinds[kinds.length - 1];
			kind.turns = (kind.flags & PARTED) && kind.active.every((on, l) => on === kind.alive[l]);
		}
		c.kinds = kinds;
		c.warps = decodeWarps(c);
		c.stays = decodeStays(c);
		c.end = c.stays.reduce((t, s) => Math.max(t, s.end), c.end);
		c.end = c.warps.reduce((t, w) => Math.max(t, w.spans[w.spans.length - 1].end), c.end) || 1;
		c.decoded = true;
		return c;
	}

	const isParted = s => (s.kind.flags & PARTED) !== 0;
	const place = k => k[2] < 0 ? hex(k[1]) : base(data.kernels[k[0]][1 + k[2]]) + ':' + k[3];

	/* What lane l of a span does; `stalls`: while the span waits to issue. */
	function doing(s, stalls, l) {
		const k = s.kind;
		if (!k.alive[l])
			return 'exited';
		if (!k.active[l])
			return 'waits';
		if (k.turns)
			return 'turns';
		if (stalls)
			return k.state === 'barrier' ? 'barrier' : 'stalled';
		return k.off[l] && k.flags & GUARDED ? 'guarded' : 'issues';
	}

	/* ---- colours and fills ---- */

	const style = {};
	let patterns = {};

	function readStyle() {
		const css = getComputedStyle(document.documentElement), get = name => css.getPropertyValue(name).trim();
		Object.assign(style, {paper: get('--paper'), ink: get('--ink'), dim: get('--dim'), accent: get('--accent'),
				      font: '12px ' + (get('--sans') || 'sans-serif'), color: []});
		for (let i = 0; i < COLORS; i++)
			style.color.push(get('--lane' + i));
		style.color.push(style.dim);
		patterns = {};
	}

	/* A fill for rows that are `row` device pixels high and begin at multiples of that. */
	function fillOf(g, what, color, row) {
		if (what === 'issues')
			return style.color[color];
		const key = what + color + '/' + row;
		if (patterns[key])
			return patterns[key];
		const tile = document.createElement('canvas'), t = tile.getContext('2d'), unit = Math.max(1, Math.round(row / 4));
		tile.width = what === 'stalled' || what === 'waits' ? 1 : what === 'turns' ? 8 * unit : what === 'exited' ? 8 * unit : 6 * unit;
		tile.height = what === 'barrier' ? 6 * unit : row;
		t.globalAlpha = what === 'waits' ? 0.7 : 1;
		t.fillStyle = what === 'waits' || what === 'exited' ? style.dim : what === 'barrier' ? style.ink : style.color[color];
		if (what === 'stalled')
			t.fillRect(0, Math.floor(row / 4), 1, Math.max(1, Math.round(row / 2)));
		else if (what === 'waits')
			t.fillRect(0, Math.floor(row / 2), 1, unit);
		else if (what === 'turns') {
			t.fillRect(0, 0, 4 * unit, row);
			t.fillRect(0, Math.floor(row / 2), tile.width, unit);
		} else if (what === 'guarded') {
			/* so that a short time between two bars is seen, too */
			t.globalAlpha = 0.25;
			t.fillRect(0, 0, tile.width, row);
			t.globalAlpha = 1;
			t.fillRect(0, 0, 3 * unit, row);
		} else if (what === 'exited')
			t.fillRect(0, Math.floor(row / 2), unit, unit);
		else
			for (let i = 0; i < tile.width; i++)
				t.fillRect(i, i, 2 * unit, 1), t.fillRect(i - tile.width, i, 2 * unit, 1);
		patterns[key] = g.createPattern(tile, 'repeat');
		return patterns[key];
	}

	/* Which colour the i-th of n things has, from dark to light: that of svg_color. */
	function spread(i, n) {
		const few = [[3], [1, 5], [0, 3, 6], [0, 2, 4, 6], [0, 2, 4, 6, 7], [0, 1, 3, 4, 6, 7], [0, 1, 2, 4, 5, 6, 7]];
		return n >= 1 && n <= few.length ? few[n - 1][i] : i;
	}

	function swatch(what, color) {
		const e = element('canvas', {width: 56, height: 32, 'aria-hidden': 'true'}), g = e.getContext('2d');
		g.fillStyle = fillOf(g, what, color, 8);
		g.fillRect(0, 0, 56, 32);
		return e;
	}

	/* ---- a picture with a time axis ---- */

	/* A step of 1, 2 or 5 times a power of ten, of which at most `most` are in the range. */
	function stepOf(range, most) {
		const power = Math.pow(10, Math.floor(Math.log10(Math.max(1, range / most))));
		return Math.max(1, [1, 2, 5, 10].map(k => k * power).find(k => range / k <= most));
	}

	/* Canvas, controls and words of a picture. `own` has: draw(g, picture), at(x, y) -> what is there, or null, moved(key) -> what is the next one,
	 * words(it) -> text. Times in view are first to end. */
	function Picture(id, title, own, extra) {
		const p = {first: 0, end: 1, most: 1, width: 800, height: 100, ratio: 1, mark: null};
		const number = label => element('input', {type: 'number', min: 0, step: 1, 'aria-label': label, class: 'tl-number',
							  onchange: () => p.show(Number(p.from.value), Number(p.to.value))});
		const button = (text, label, f) => element('button', {type: 'button', 'aria-label': label + ': ' + title, title: label,
								      onclick: f}, text);

		p.canvas = element('canvas', {id, tabindex: 0, role: 'application', 'aria-roledescription': 'timeline',
					      'aria-describedby': id + '-keys ' + id + '-range'});
		p.tip = element('div', {class: 'tl-tip', role: 'tooltip', hidden: true});
		p.range = element('span', {id: id + '-range', class: 'tl-range'});
		p.said = element('p', {class: 'tl-said', 'aria-live': 'polite', id: id + '-said'});
		p.from = number('first cycle: ' + title);
		p.to = number('last cycle: ' + title);
		p.bar = element('div', {class: 'tl-bar no-print', role: 'group', 'aria-label': title + ': what is in view'},
				...extra,
				button('\u2212', 'zoom out', () => p.zoom(2)), button('+', 'zoom in', () => p.zoom(0.5)),
				button('\u2190', 'earlier', () => p.pan(-0.5)), button('\u2192', 'later', () => p.pan(0.5)),
				button('whole', 'the whole time', () => p.show(0, p.most)),
				element('span', {class: 'tl-cycles'}, 'cycles ', p.from, ' to ', p.to));
		p.legend = element('ul', {class: 'tl-legend'});
		p.figure = element('figure', {class: 'tl-figure', 'aria-label': title}, element('h3', {}, title), p.bar,
				   element('div', {class: 'tl-frame'}, p.canvas, p.tip), p.range, p.legend, p.said);

		p.show = (first, end) => {
			const least = Math.min(8, p.most);
			if (!(end - first >= least)) {
				const middle = (first + end) / 2 || 0;
				first = middle - least / 2;
				end = middle + least / 2;
			}
			const size = Math.min(end - first, p.most);
			p.first = Math.round(Math.max(0, Math.min(first, p.most - size)));
			p.end = Math.round(p.first + size);
			p.from.value = p.first;
			p.to.value = p.end;
			p.range.textContent = 'Cycles ' + count(p.first) + ' to ' + count(p.end) + ' of ' + count(p.most) + '.';
			kit.inView();
			redraw();
		};
		p.zoom = (factor, at) => {
			const middle = at === undefined ? (p.mark ? p.mark.time : (p.first + p.end) / 2) : at;
			const about = Math.max(p.first, Math.min(middle, p.end));
			p.show(about - (about - p.first) * factor, about + (p.end - about) * factor);
		};
		p.pan = part => p.show(p.first + part * (p.end - p.first), p.end + part * (p.end - p.first));
		p.x = t => LEFT + (p.width - LEFT - RIGHT) * (t - p.first) / (p.end - p.first);
		p.time = x => p.first + (p.end - p.first) * (x - LEFT) / (p.width - LEFT - RIGHT);
		p.say = it => {
			p.mark = it;
			p.said.textContent = it ? own.words(it) : '';
			const code = it && own.code ? own.code(it) : null, link = window.simtReport;
			if (code && code[2] >= 0 && link && link.has) {
				const where = [data.kernels[code[0]][0], data.kernels[code[0]][1 + code[2]], code[3]];
				if (link.has(...where))
					p.said.append(' ', element('button', {type: 'button', class: 'no-print',
									      onclick: () => link.show(...where)},
								   'show line ' + code[3]));
			}
			redraw();
		};
		p.draw = () => {
			const ratio = printing ? 3 : Math.max(1, Math.round(window.devicePixelRatio || 1));
			p.width = Math.max(300, p.figure.clientWidth || 800);
			p.height = own.height();
			p.ratio = ratio;
			p.canvas.width = p.width * ratio;
			p.canvas.height = p.height * ratio;
			p.canvas.style.aspectRatio = p.width + ' / ' + p.height;
			const g = p.canvas.getContext('2d');
			g.fillStyle = style.paper;
			g.fillRect(0, 0, p.canvas.width, p.canvas.height);
			own.draw(g);
			g.setTransform(ratio, 0, 0, ratio, 0, 0);
			drawAxis(g, p);
			p.canvas.setAttribute('aria-label', title + '. ' + own.summary());
		};
		listen(p, own);
		pictures.push(p);
		return p;
	}

	function drawAxis(g, p) {
		const step = stepOf(p.end - p.first, (p.width - LEFT - RIGHT) / 90), y = p.height - AXIS;
		g.strokeStyle = g.fillStyle = style.ink;
		g.lineWidth = 1;
		g.font = style.font;
		g.textAlign = 'center';
		for (let t = Math.ceil(p.first / step) * step; t <= p.end; t += step) {
			const x = Math.round(p.x(t)) + 0.5;
			g.beginPath();
			g.moveTo(x, y);
			g.lineTo(x, y + 5);
			g.stroke();
			g.fillText(count(t), x, y + 18);
		}
		g.fillText('cycles', LEFT + (p.width - LEFT - RIGHT) / 2, y + 34);
		if (p.mark && p.mark.time >= p.first && p.mark.time <= p.end) {
			g.fillStyle = style.accent;
			g.fillRect(Math.round(p.x(p.mark.time)) - 1, 0, 2, y);
		}
	}

	/* Mouse, touch and keys of a picture. */
	function listen(p, own) {
		const canvas = p.canvas;
		let grip = null;
		const at = e => {
			const box = canvas.getBoundingClientRect(), scale = p.width / box.width;
			return {x: (e.clientX - box.left) * scale, y: (e.clientY - box.top) * scale};
		};
		const tell = e => {
			const {x, y} = at(e), it = x >= LEFT && x <= p.width - RIGHT ? own.at(p.time(x), y) : null;
			p.tip.hidden = !it;
			if (!it)
				return;
			p.tip.textContent = own.words(it);
			p.tip.style.left = Math.max(0, Math.min(x + 14, p.width - 340)) + 'px';
			p.tip.style.top = y + 16 + 'px';
		};

		canvas.addEventListener('pointerdown', e => {
			grip = {x: at(e).x, first: p.first, end: p.end, moved: false};
			canvas.setPointerCapture(e.pointerId);
		});
		canvas.addEventListener('pointermove', e => {
			if (!grip) {
				tell(e);
				return;
			}
			const cycles = (grip.x - at(e).x) * (grip.end - grip.first) / (p.width - LEFT - RIGHT);
			grip.moved = grip.moved || Math.abs(grip.x - at(e).x) > 3;
			p.tip.hidden = true;
			if (grip.moved)
				p.show(grip.first + cycles, grip.end + cycles);
		});
		canvas.addEventListener('pointerup', e => {
			if (grip && !grip.moved)
				p.say(own.at(p.time(at(e).x), at(e).y));
			grip = null;
		});
		canvas.addEventListener('pointerleave', () => { p.tip.hidden = true; });
		canvas.addEventListener('dblclick', e => p.zoom(0.5, p.time(at(e).x)));
		canvas.addEventListener('wheel', e => {
			/* else the page scrolls */
			if (!e.ctrlKey && !e.shiftKey)
				return;
			e.preventDefault();
			const turn = e.deltaY || e.deltaX;
			if (e.shiftKey)
				p.pan(turn > 0 ? 0.1 : -0.1);
			else
				p.zoom(turn > 0 ? 1.25 : 0.8, p.time(at(e).x));
		}, {passive: false});
		canvas.addEventListener('keydown', e => key(p, own, e));
	}

	function key(p, own, e) {
		const size = p.end - p.first;
		const does = {
			'+': () => p.zoom(0.5), '=': () => p.zoom(0.5), '-': () => p.zoom(2), '0': () => p.show(0, p.most),
			Home: () => p.show(0, size), End: () => p.show(p.most - size, p.most),
			PageUp: () => p.pan(-0.5), PageDown: () => p.pan(0.5), Escape: () => p.say(null)
		};
		if (e.ctrlKey || e.altKey || e.metaKey)
			return;
		let done = true;
		if (e.shiftKey && e.key === 'ArrowLeft')
			p.pan(-0.1);
		else if (e.shiftKey && e.key === 'ArrowRight')
			p.pan(0.1);
		else if (does[e.key])
			does[e.key]();
		else {
			const it = own.moved(e.key, p.mark);
			done = it !== undefined;
			if (it) {
				if (it.time < p.first || it.time > p.end)
					p.show(it.time - size / 4, it.time + size * 3 / 4);
				p.say(it);
			}
		}
		if (done)
			e.preventDefault();
	}

	/* ---- when they are drawn ---- */

	const pictures = [];
	let printing = false, frame = 0;

	function drawAll() {
		readStyle();
		pictures.forEach(p => p.draw());
	}

	/* Soon, and once for several changes. */
	function redraw() {
		if (!frame)
			frame = requestAnimationFrame(() => {
				frame = 0;
				drawAll();
			});
	}

	window.addEventListener('resize', redraw);
	window.addEventListener('beforeprint', () => { printing = true; drawAll(); });
	window.addEventListener('afterprint', () => { printing = false; drawAll(); });
	['(prefers-color-scheme: dark)', 'print'].forEach(q => window.matchMedia(q).addEventListener('change', drawAll));
	readStyle();

	/* inView: called where other times are in view; report-timeline.js sets it. */
	const kit = {data, count, percent, plural, hex, element, lanesOf, place, isParted, doing, decode, style, fillOf, spread, swatch, stepOf, Picture, key, redraw,
		     FILLS, COLORS, OTHER, LEFT, RIGHT, AXIS, HEAD, inView: () => {}};
	window.simtTimelineKit = kit;
}());
