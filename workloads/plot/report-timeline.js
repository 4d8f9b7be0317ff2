/* report-timeline.js: makes <section id="timeline">: blocks on SMs over time, and lanes of warps over time. Both are canvases. What they show is also
 * told in words: of what is under the mouse or the reading mark in a line, of the lanes that are in view in a table. */
(function () {
	'use strict';

	const root = document.getElementById('timeline-view');
	if (!root || !window.simtTimelineKit)
		return;
	const kit = window.simtTimelineKit;
	const {data, count, percent, plural, hex, element, lanesOf, place, isParted, doing, decode, style, fillOf, spread, swatch, stepOf, Picture, key, redraw,
	       FILLS, COLORS, OTHER, LEFT, RIGHT, AXIS, HEAD} = kit;
	const SEVERAL = 2, JOINED = 4; /* flags of kinds */
	const LANE = 4, TOP = 6; /* pixels */
	const ROWS_MOST = 200; /* of the table */

	/* ---- lanes of warps ---- */

	let current = null; /* the case */
	let chosen = {sm: 0, warp: 0, n: 4, warps: []};
	let lanes = null, blocks = null;

	const lane = data.lanes > 32 ? LANE / 2 : LANE; /* pixels */
	const warpTop = i => HEAD + i * (HEAD + data.lanes * lane);

	/* The first span of a warp that ends behind t. */
	function spanAt(w, t) {
		let low = 0, high = w.spans.length;
		while (low < high) {
			const middle = low + high >> 1;
			if (w.spans[middle].end <= t)
				low = middle + 1;
			else
				high = middle;
		}
		return low;
	}

	/* What is shown of the time from..to: what is there in the middle; but where lanes are parted, the longest time in which they are. */
	function shownOf(w, from, to) {
		const middle = (from + to) / 2, overlap = (a, b) => Math.max(0, Math.min(b, to) - Math.max(a, from));
		let shown = null, parted = null, longest = 0;
		for (let i = spanAt(w, from); i < w.spans.length && w.spans[i].from < to; i++) {
			const s = w.spans[i], time = overlap(s.from, s.end);
			if (!shown || s.from <= middle && middle < s.end)
				shown = s;
			if (isParted(s) && time > longest) {
				longest = time;
				parted = s;
			}
		}
		shown = shown && !isParted(shown) && parted ? parted : shown;
		return shown && {span: shown, stalls: overlap(shown.from, shown.begin) > overlap(shown.begin, shown.end)};
	}

	function drawWarp(g, p, w, top, used) {
		const ratio = p.ratio, row = lane * ratio, columns = (p.width - LEFT - RIGHT) * ratio, each = (p.end - p.first) / columns;
		let last = null, from = 0;
		const put = to => {
			for (let l = 0; last && l < data.lanes;) {
				const what = doing(last.span, last.stalls, l), first = l;
				while (++l < data.lanes && doing(last.span, last.stalls, l) === what)
					;
				used[what] = true;
				used.other = used.other || last.span.kind.color === OTHER && last.span.kind.active[first];
				g.fillStyle = fillOf(g, what, last.span.kind.color, row);
				g.fillRect(LEFT * ratio + from, top * ratio + first * row, to - from, (l - first) * row);
			}
		};
		for (let k = 0; k <= columns; k++) {
			const next = k < columns ? shownOf(w, p.first + k * each, p.first + (k + 1) * each) : null;
			if (k < columns && next === last || next && last && next.span === last.span && next.stalls === last.stalls)
				continue;
			put(k);
			last = next;
			from = k;
		}
	}

	function drawWarps(g) {
		const p = lanes, used = {issues: true};
		chosen.warps.forEach((w, i) => {
			const top = warpTop(i);
			g.setTransform(1, 0, 0, 1, 0, 0);
			drawWarp(g, p, w, top, used);
			g.setTransform(p.ratio, 0, 0, p.ratio, 0, 0);
			g.strokeStyle = style.dim;
			g.lineWidth = 1;
			g.strokeRect(LEFT - 0.5, top - 0.5, p.width - LEFT - RIGHT + 1, data.lanes * lane + 1);
			g.fillStyle = style.ink;
			g.font = style.font;
			g.textAlign = 'left';
			g.fillText(w.name + ': ' + percent(w.lost, w.present) + ' of its lane-slots wait' +
				   (w.whole ? '' : '; not all of its life is there'), LEFT, top - 7);
			g.textAlign = 'right';
			g.fillText('lane 0', LEFT - 6, top + 10);
			g.fillText(String(data.lanes - 1), LEFT - 6, top + data.lanes * lane);
		});
		legendOfLanes(used);
	}

	function legendOfLanes(used) {
		const item = (what, color, text) => element('li', {}, swatch(what, color), text);
		lanes.legend.replaceChildren(
			...Object.keys(FILLS).filter(k => used[k]).map(k => item(k, OTHER, FILLS[k])),
			...current.parts.map(([name, color]) => item('issues', color, name)),
			...(used.other ? [item('issues', OTHER, 'other code')] : []));
	}

	function wordsOfSpan(it) {
		const s = it.span, k = s.kind, w = it.warp, n = k.active.reduce((a, b) => a + b, 0), alive = k.alive.reduce((a, b) => a + b, 0);
		const words = [w.name + (it.lane >= 0 ? ', lane ' + it.lane + ' ' + FILLS[doing(s, it.stalls, it.lane)] : ''),
			       'cycles ' + count(s.from) + ' to ' + count(s.end)];
		if (s.begin > s.from)
			words.push('waited ' + plural(s.begin - s.from, 'cycle') + (k.state ? ', most of it as ' + k.state : ''));
		words.push(place(k.code) + ', pc ' + hex(k.code[1]) + (k.last !== k.code ? ' to ' + hex(k.last[1]) : '') + ', ' + k.code[4]);
		words.push(plural(s.inst, 'instruction') + ' issued');
		words.push(n + ' of ' + alive + ' lanes run (' + lanesOf(k.active) + ')');
		if (k.flags & JOINED)
			words.push('several intervals are joined here' + (k.flags & SEVERAL ? ', of several parts of the code' : '') + '; lanes and code are those of the longest');
		return words.join('; ') + '.';
	}

	const ownLanes = {
		draw: drawWarps,
		height: () => (chosen.warps.length ? warpTop(chosen.warps.length) - HEAD : HEAD) + AXIS + 4,
		summary: () => chosen.warps.length ? 'SM ' + chosen.sm + ', ' + chosen.warps.map(w => w.name).join('; ') + '.' : 'No warps.',
		code: it => it.span.kind.code,
		words: wordsOfSpan,
		at: (time, y) => {
			const i = chosen.warps.findIndex((w, k) => y >= warpTop(k) && y < warpTop(k) + data.lanes * lane);
			if (i < 0)
				return null;
			const each = (lanes.end - lanes.first) / (lanes.width - LEFT - RIGHT), shown = shownOf(chosen.warps[i], time - each / 2, time + each / 2);
			return shown && {time, warp: chosen.warps[i], span: shown.span, stalls: shown.stalls,
					 lane: Math.floor((y - warpTop(i)) / lane)};
		},
		moved: (key, mark) => moveInWarps(key, mark)
	};

	/* The reading mark: left and right to the interval beside, up and down to the warp beside, n and p to the next time in which lanes are parted. */
	function moveInWarps(key, mark) {
		const step = {ArrowLeft: -1, ArrowRight: 1, n: 1, p: -1}[key], other = {ArrowUp: -1, ArrowDown: 1}[key];
		if (!step && !other || !chosen.warps.length)
			return undefined;
		const was = mark && chosen.warps.includes(mark.warp) ? mark : null;
		const i = was ? chosen.warps.indexOf(was.warp) : 0, time = was ? was.time : lanes.first;
		const w = chosen.warps[Math.max(0, Math.min(i + (other || 0), chosen.warps.length - 1))];
		let k = was && step ? w.spans.indexOf(was.span) + step : Math.min(spanAt(w, time), w.spans.length - 1);
		while ((key === 'n' || key === 'p') && w.spans[k] && !isParted(w.spans[k]))
			k += step;
		const s = w.spans[k];
		if (!s)
			return null;
		return {time: s.end > s.begin ? s.begin : s.from, warp: w, span: s, stalls: s.end === s.begin, lane: -1};
	}

	/* ---- blocks on SMs ---- */

	let smRange = {first: 0, last: 0};
	const smHeight = () => Math.max(1, Math.min(24, Math.round(400 / (smRange.last - smRange.first + 1))));

	/* Blocks of an SM beside each other, where rows are high: each has the first line that is free. */
	function linesOf(stays) {
		const free = [];
		stays.forEach(s => {
			let i = free.findIndex(t => t <= s.start);
			i = i < 0 ? free.length : i;
			free[i] = s.end;
			s.line = i;
		});
		return Math.max(1, free.length);
	}

	function bySm(c) {
		c.bySm = new Map();
		c.stays.forEach(s => {
			if (!c.bySm.has(s.sm))
				c.bySm.set(s.sm, []);
			c.bySm.get(s.sm).push(s);
		});
		c.bySm.forEach(list => { list.lines = linesOf(list); });
	}

	function cellsOf(p, list, colors, columns) {
		const cells = new Float32Array(columns * colors), scale = columns / (p.end - p.first);
		list.forEach(s => {
			const from = Math.max(0, (s.start - p.first) * scale), to = Math.min(columns, (s.end - p.first) * scale);
			for (let k = Math.floor(from); k < to; k++)
				cells[k * colors + s.launch % colors] += s.weight * (Math.min(to, k + 1) - Math.max(from, k));
		});
		return cells;
	}

	/* As of figure blocks: the launch with the most blocks, half as high where the SM has at most half as many as at its busiest. */
	function drawCells(g, p, list, y, height) {
		const colors = Math.max(1, Math.min(COLORS, current.launches.length)), columns = (p.width - LEFT - RIGHT) * p.ratio;
		const cells = cellsOf(p, list, colors, columns), sums = new Float32Array(columns), best = new Uint8Array(columns);
		for (let k = 0; k < columns; k++)
			for (let i = 0; i < colors; i++) {
				sums[k] += cells[k * colors + i];
				if (cells[k * colors + i] > cells[k * colors + best[k]])
					best[k] = i;
			}
		const most = sums.reduce((a, b) => Math.max(a, b), 0);
		for (let k = 0, from = 0; k < columns; from = k) {
			const few = sums[k] <= most / 2, none = sums[k] < 0.02, color = best[k];
			while (k < columns && sums[k] < 0.02 === none && (none || sums[k] <= most / 2 === few && best[k] === color))
				k++;
			if (none)
				continue;
			g.fillStyle = style.color[spread(color, colors)];
			g.fillRect(LEFT * p.ratio + from, (y + (few ? height / 4 : 0)) * p.ratio, k - from, height * p.ratio / (few ? 2 : 1));
		}
	}

	function drawEach(g, p, list, y, height) {
		const colors = Math.max(1, Math.min(COLORS, current.launches.length)), line = (height - 1) / list.lines;
		list.forEach(s => {
			if (s.end <= p.first || s.start >= p.end)
				return;
			const from = Math.max(LEFT, p.x(s.start)), to = Math.min(p.width - RIGHT, p.x(s.end));
			g.fillStyle = style.color[spread(s.launch % colors, colors)];
			g.fillRect(from * p.ratio, (y + s.line * line) * p.ratio, Math.max(1, (to - from) * p.ratio - 1), Math.max(1, line * p.ratio - 1));
		});
	}

	const apart = list => smHeight() >= 12 && (smHeight() - 1) / list.lines >= 2;

	function drawBlocks(g) {
		const p = blocks, height = smHeight(), rows = smRange.last - smRange.first + 1, step = stepOf(rows, rows * height / 30 + 1);
		for (let sm = smRange.first; sm <= smRange.last; sm++) {
			const list = current.bySm.get(sm) || [], y = TOP + (sm - smRange.first) * height;
			if (list.length)
				(apart(list) ? drawEach : drawCells)(g, p, list, y, height);
		}
		g.setTransform(p.ratio, 0, 0, p.ratio, 0, 0);
		g.strokeStyle = style.dim;
		g.lineWidth = 1;
		g.strokeRect(LEFT - 0.5, TOP - 0.5, p.width - LEFT - RIGHT + 1, rows * height + 1);
		g.fillStyle = style.ink;
		g.font = style.font;
		g.textAlign = 'right';
		for (let sm = Math.ceil(smRange.first / step) * step; sm <= smRange.last; sm += step)
			g.fillText((sm === smRange.first ? 'SM ' : '') + sm, LEFT - 6, TOP + (sm - smRange.first + 0.5) * height + 4);
		if (chosen.warps.length && chosen.sm >= smRange.first && chosen.sm <= smRange.last) {
			const from = Math.max(LEFT, p.x(lanes.first)), to = Math.min(p.width - RIGHT, p.x(lanes.end));
			const y = TOP + (chosen.sm - smRange.first) * height;
			g.strokeStyle = style.accent;
			g.lineWidth = 2;
			if (to >= from)
				g.strokeRect(from - 1, y - 2, Math.max(2, to - from + 2), height + 4);
		}
		legendOfBlocks();
	}

	function legendOfBlocks() {
		const n = Math.max(1, Math.min(COLORS, current.launches.length)), more = current.launches.length > n;
		blocks.legend.replaceChildren(
			...current.launches.slice(0, n).map((l, i) => element('li', {}, swatch('issues', spread(i, n)),
									      l[0] + (more ? ' and others' : '') + ': ' + plural(l[2], 'block'))),
			element('li', {}, 'Half as high: at most half as many blocks as this SM has at its busiest.'),
			...(chosen.warps.length ? [element('li', {}, 'Framed: the SM and the time of the lanes below.')] : []));
	}

	function wordsOfStay(it) {
		const s = it.stay, l = current.launches[s.launch], mean = l[6];
		if (!s)
			return 'SM ' + it.sm + ' at cycle ' + count(it.time) + '.';
		return 'SM ' + s.sm + ': block ' + s.block + ' of ' + l[0] + ' (' + data.kernels[l[1]][0] + '), cycles ' + count(s.start) + ' to ' +
		       count(s.end) + ': ' + plural(s.end - s.start, 'cycle') + '; the mean of its launch is ' + count(mean) +
		       (it.others ? '; with ' + plural(it.others, 'other block') + ' just then' : '') +
		       (s.weight > 1 ? '; it stands for ' + count(s.weight) + ' blocks' : '') + '.';
	}

	const ownBlocks = {
		draw: drawBlocks,
		height: () => TOP + (smRange.last - smRange.first + 1) * smHeight() + AXIS + 4,
		summary: () => plural(current.stays.length, 'block') + ' on SMs ' + smRange.first + ' to ' + smRange.last + '.',
		words: wordsOfStay,
		at: (time, y) => {
			const sm = smRange.first + Math.floor((y - TOP) / smHeight());
			if (sm < smRange.first || sm > smRange.last)
				return null;
			const list = current.bySm.get(sm) || [], there = list.filter(s => s.start <= time && time < s.end);
			const line = Math.floor(((y - TOP) % smHeight()) * list.lines / smHeight());
			const stay = apart(list) ? there.find(s => s.line === line) : there[0];
			return stay ? {time, sm, stay, others: there.length - 1} : null;
		},
		moved: (key, mark) => {
			const step = {ArrowLeft: -1, ArrowRight: 1}[key], other = {ArrowUp: -1, ArrowDown: 1}[key];
			if (!step && !other)
				return undefined;
			let sm = mark ? mark.sm : smRange.first;
			while (other || !current.bySm.has(sm)) {
				sm += other || 1;
				if (sm < smRange.first || sm > smRange.last)
					return null;
				if (current.bySm.has(sm))
					break;
			}
			const list = current.bySm.get(sm), time = mark ? mark.time : blocks.first;
			const stay = mark && step ? list[list.indexOf(mark.stay) + step] : list.find(s => s.end > time) || list[list.length - 1];
			return stay ? {time: stay.start, sm, stay, others: 0} : null;
		}
	};

	/* ---- what is chosen ---- */

	const table = element('details', {class: 'tl-table no-print', ontoggle: () => table.open && fillTable()},
			      element('summary', {}, 'What is in view of the lanes, as a table'));

	/* Other times are in view, or other warps. */
	function inView() {
		if (table.open)
			fillTable();
	}

	function fillTable() {
		const rows = [], head = ['warp', 'from', 'to', 'waited', 'as', 'code', 'pc', 'instructions', 'lanes that run', 'lanes are parted'];
		let left = 0;
		chosen.warps.forEach(w => {
			for (let i = spanAt(w, lanes.first); i < w.spans.length && w.spans[i].from < lanes.end; i++) {
				const s = w.spans[i], k = s.kind;
				if (rows.length < ROWS_MOST)
					rows.push([w.name, count(s.from), count(s.end), count(s.begin - s.from), s.begin > s.from ? k.state || '' : '', place(k.code),
						   hex(k.code[1]), count(s.inst), lanesOf(k.active), isParted(s) ? 'yes' : 'no']);
				else
					left++;
			}
		});
		const line = (cells, name, attributes) => element('tr', {}, ...cells.map(x => element(name, attributes, x)));
		const body = element('table', {}, element('caption', {}, left ? count(left) + ' more are in view; zoom in to see them here.' : 'All that is in view.'),
				     element('thead', {}, line(head, 'th', {scope: 'col'})), element('tbody', {}, ...rows.map(r => line(r, 'td', {}))));
		table.replaceChildren(table.firstChild, element('div', {class: 'tl-scroll', tabindex: 0, role: 'region', 'aria-label': 'intervals in view'}, body));
	}

	const select = (label, f) => element('select', {'aria-label': label, onchange: e => f(e.target.value)});
	const fill = (list, options, value) => {
		list.replaceChildren(...options.map(([v, text]) => element('option', {value: v}, text)));
		list.value = String(value);
	};
	const caseList = select('case of the recording', v => showCase(Number(v)));
	const smList = select('SM whose warps are shown', v => showWarp(current.warps.findIndex(w => w.sm === Number(v))));
	const warpList = select('first warp that is shown', v => showWarp(Number(v)));
	const sizeList = select('how many warps are shown', v => {
		chosen.n = Number(v);
		showWarp(chosen.warp, true);
	});
	const smFirst = element('input', {type: 'number', min: 0, class: 'tl-number', 'aria-label': 'first SM in view', onchange: showSms});
	const smLast = element('input', {type: 'number', min: 0, class: 'tl-number', 'aria-label': 'last SM in view', onchange: showSms});
	const note = element('p', {class: 'tl-note', id: 'tl-note'});

	function showSms() {
		const last = data.sms - 1;
		smRange.first = Math.max(0, Math.min(Math.round(Number(smFirst.value)) || 0, last));
		smRange.last = Math.max(smRange.first, Math.min(Math.round(Number(smLast.value)) || 0, last));
		smFirst.value = smRange.first;
		smLast.value = smRange.last;
		redraw();
	}

	/* The time from where lanes of the warp part first; else all of it. */
	function timeOf(w) {
		const SPANS = 120, BEFORE = 6, LEAD = 8, first = w.spans.findIndex(isParted);
		if (first < 0)
			return [w.spans[0].from, w.spans[w.spans.length - 1].end];
		const end = w.spans[Math.min(first + SPANS, w.spans.length) - 1].end, from = w.spans[first].from;
		return [Math.max(w.spans[Math.max(0, first - BEFORE)].from, from - (end - from) / LEAD), end];
	}

	function showWarp(i, keepTime) {
		const w = current.warps[i];
		chosen.warp = i;
		chosen.warps = [];
		if (w) {
			chosen.sm = w.sm;
			smList.value = String(w.sm);
			const there = current.warps.map((x, k) => [k, x]).filter(([, x]) => x.sm === w.sm);
			fill(warpList, there.map(([k, x]) => [k, x.name + ', ' + percent(x.lost, x.present) + ' wait']), i);
			chosen.warps = there.filter(([k]) => k >= i).slice(0, chosen.n).map(([, x]) => x);
		}
		lanes.figure.hidden = table.hidden = !w;
		lanes.mark = null;
		lanes.said.textContent = '';
		lanes.most = current.end;
		if (keepTime || !w) {
			inView();
			redraw();
		}
		else
			lanes.show(...timeOf(w));
	}

	/* What has been left out, and by which rule. */
	function remarks(c) {
		const words = [];
		if (c.none)
			words.push('No lanes are shown: ' + c.none + '.');
		if (c.grain)
			words.push('The recording has ' + plural(c.recorded, 'interval') + ' of warps, too many for this page. Neighbours of one warp are joined up to ' +
				   count(c.grain) + ' cycles. Intervals in which lanes are parted are joined only with each other; so no divergence is hidden. What is ' +
				   'joined has the lanes and the code of the longest interval, and its waits come first. Where lanes have exited nothing is joined, nor are rare intervals, whose code has run with ' +
				   'the same lanes ' + (c.rare ? 'at most ' + plural(c.rare, 'time') : 'never before') + ' in this case.');
		if (c.out)
			words.push(plural(c.out, 'warp') + ' with the fewest waiting lane-slots ' + (c.out === 1 ? 'is' : 'are') + ' left out.');
		if (c.until >= 0)
			words.push('Warps are recorded up to cycle ' + count(c.until) + '.');
		if (c.every > 1)
			words.push('Of some launches there is one block of ' + count(c.every) + ' at least; blocks that took more than twice the mean stay longest.');
		if (data.casesOut)
			words.push(plural(data.casesOut, 'case') + ' of the recording ' + (data.casesOut === 1 ? 'is' : 'are') + ' left out, as there is no room.');
		words.push('Where more happens than there are pixels, a pixel shows what there is at its middle, but lanes that are parted before all else: divergence ' +
			   'stays visible, and looks longer than it is.');
		return words.join(' ');
	}

	function showCase(i) {
		const c = current = decode(data.cases[i]), sms = Array.from(new Set(c.warps.map(w => w.sm)));
		if (!c.bySm)
			bySm(c);
		caseList.value = String(i);
		fill(smList, sms.map(s => [s, 'SM ' + s]), 0);
		const busy = c.stays.map(s => s.sm);
		smFirst.max = smLast.max = data.sms - 1;
		smFirst.value = busy.reduce((a, b) => Math.min(a, b), data.sms - 1);
		smLast.value = busy.reduce((a, b) => Math.max(a, b), 0);
		showSms();
		note.textContent = remarks(c);
		blocks.most = c.end;
		blocks.mark = null;
		blocks.said.textContent = '';
		blocks.figure.hidden = !c.stays.length;
		showWarp(c.warps.reduce((best, w, k) => best < 0 || w.lost > c.warps[best].lost ? k : best, -1));
		blocks.show(0, c.end);
	}

	/* ---- the section ---- */

	const label = (text, control) => element('label', {}, text + ' ', control);
	const keys = (id, text) => element('p', {id: id + '-keys', class: 'tl-keys no-print'}, text);
	const KEYS = 'With the keyboard on the picture: + and \u2212 zoom, shift and arrows move, 0 shows all; ';

	blocks = Picture('tl-blocks', 'Blocks by SM and time', ownBlocks, [
		element('span', {class: 'tl-cycles'}, 'SMs ', smFirst, ' to ', smLast)]);
	lanes = Picture('tl-lanes', 'Lanes of warps by time', ownLanes, [
		label('SM', smList), label('from', warpList), label('warps', sizeList),
		element('button', {type: 'button', onclick: () => key(lanes, ownLanes, new KeyboardEvent('keydown', {key: 'n'}))}, 'next parting')]);
	fill(sizeList, [1, 2, 4, 8, 16].map(k => [k, k]), chosen.n);
	fill(caseList, data.cases.map((c, i) => [i, c.name]), 0);
	root.replaceChildren(
		...(data.cases.length > 1 ? [element('div', {class: 'tl-bar no-print'}, label('case', caseList))] : []),
		blocks.figure, keys('tl-blocks', KEYS + 'left and right go to the block before and behind, up and down to the SM beside. With the mouse: drag to ' +
				    'move, control and the wheel or a double click to zoom, click to read.'),
		lanes.figure, keys('tl-lanes', KEYS + 'left and right go to the interval before and behind, up and down to the warp beside, n and p to the next ' +
				   'and last time in which lanes are parted.'),
		table, note);
	kit.inView = inView;
	if (data.cases.length)
		showCase(0);
	else
		root.replaceChildren('The recording has no cases.');

	function showCaseOf(name) {
		const i = data.cases.findIndex(c => c.name === name);
		if (i >= 0 && data.cases[i] !== current)
			showCase(i);
	}

	/* The launch that the rest of the page shows. */
	document.addEventListener('simt-launch', e => showCaseOf(e.detail && e.detail.case));
	const launch = document.querySelector('article.launch.shown');
	showCaseOf(launch && launch.dataset.case);
	/* for tests */
	window.simtTimeline = {lanes, blocks, chosen: () => chosen, current: () => current};
}());
