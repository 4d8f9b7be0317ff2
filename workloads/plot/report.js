/* report.js: chooses a launch, sorts and searches tables, scrolls source and machine code together. Without it the page has all the same. */
(function () {
	'use strict';

	var launches = Array.prototype.slice.call(document.querySelectorAll('article.launch'));
	var pick = document.getElementById('pick');
	var shown = launches.length ? launches[0] : null;

	function all(selector, root) {
		return Array.prototype.slice.call((root || document).querySelectorAll(selector));
	}

	/* ---- one launch at a time ---- */

	/* Makes its tables ready when it is shown first: a page may have many launches. */
	function prepare(article) {
		if (article.dataset.ready)
			return;
		article.dataset.ready = '1';
		all('table.sorted', article).forEach(makeSortable);
		all('.code', article).forEach(makeCode);
	}

	function showLaunch(article) {
		if (!article || article.classList.contains('shown'))
			return;
		shown.classList.remove('shown');
		article.classList.add('shown');
		shown = article;
		prepare(article);
		if (pick)
			pick.value = article.id;
		all('nav a.of-launch').forEach(function (a) {
			var id = article.id + a.getAttribute('href').replace(/^#l\d+/, '');

			a.setAttribute('href', '#' + id);
			a.hidden = !document.getElementById(id);
		});
		document.dispatchEvent(new CustomEvent('simt-launch', {
			detail: {case: article.dataset.case, launch: article.dataset.launch, id: Number(article.dataset.id)}
		}));
	}

	function launchOf(element) {
		return element ? element.closest('article.launch') : null;
	}

	/* The launch that takes longest is what people look for. */
	function longest() {
		var most = -1, found = launches[0];

		launches.forEach(function (x) {
			var cycles = Number(x.dataset.cycles || 0);

			if (cycles > most) {
				most = cycles;
				found = x;
			}
		});
		return found;
	}

	/* ---- tables that can be sorted ---- */

	function value(row, column) {
		var cell = row.cells[column], text, number;

		if (!cell || !row.id && !row.dataset.of && row.closest('.pane'))
			return null;
		text = cell.textContent.trim();
		number = text.replace(/,/g, '').replace('\u2212', '-');
		return text === '' ? null : /^[+-]?[\d.]+( %)?$/.test(number) ? parseFloat(number) : text;
	}

	function compare(a, b, down) {
		if (a === null || b === null)
			return (a === null) - (b === null);
		if (typeof a !== typeof b)
			return typeof a === 'number' ? -1 : 1;
		return (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
	}

	function original(table) {
		if (!table.simtRows)
			table.simtRows = all('tbody', table).map(function (body) {
				var rows = Array.prototype.slice.call(body.rows);

				/* sorted rows are in another body */
				rows.forEach(function (row) {
					row.dataset.file = body.dataset.file || '';
				});
				return {body: body, rows: rows};
			});
		return table.simtRows;
	}

	function unsort(table) {
		original(table).forEach(function (x) {
			x.rows.forEach(function (row) {
				x.body.appendChild(row);
			});
		});
		all('thead th', table).forEach(function (th) {
			th.removeAttribute('aria-sort');
		});
		table.classList.remove('is-sorted');
	}

	function sort(table, column, down) {
		var groups = original(table), rows = [], head = all('thead th', table);

		groups.forEach(function (x) {
			x.rows.forEach(function (row, i) {
				rows.push({row: row, value: value(row, column), at: rows.length});
			});
		});
		rows.sort(function (a, b) {
			return compare(a.value, b.value, down) || a.at - b.at;
		});
		rows.forEach(function (x) {
			groups[0].body.appendChild(x.row);
		});
		head.forEach(function (th, i) {
			if (i === column)
				th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
			else
				th.removeAttribute('aria-sort');
		});
		table.classList.add('is-sorted');
	}

	function makeSortable(table) {
		all('thead th', table).forEach(function (th, column) {
			var button = document.createElement('button');

			button.type = 'button';
			button.title = (th.title ? th.title + '; ' : '') + 'sort';
			while (th.firstChild)
				button.appendChild(th.firstChild);
			th.appendChild(button);
			button.addEventListener('click', function () {
				var before = th.getAttribute('aria-sort'), first = !th.classList.contains('words');

				sort(table, column, before ? before === 'ascending' : first);
				apply(table.closest('.code'));
			});
		});
	}

	/* ---- code: search, and two panes ---- */

	/* Hides rows without the text, and in sorted tables those without code. */
	function apply(code) {
		var input, text, found = 0;

		if (!code)
			return;
		input = code.querySelector('input[type="search"]');
		text = input.value.trim().toLowerCase();
		all('.pane table', code).forEach(function (table) {
			var sorted = table.classList.contains('is-sorted');

			all('tbody tr', table).forEach(function (row) {
				var own = row.classList.contains('line') || row.closest('.machine');
				var keep = text ? own && row.textContent.toLowerCase().indexOf(text) >= 0 : !sorted || own;

				row.hidden = !keep;
				found += text && keep ? 1 : 0;
			});
		});
		code.querySelector('.found').textContent = text ? found + (found === 1 ? ' row' : ' rows') : '';
	}

	function scrollPane(pane, row) {
		var head = pane.querySelector('thead').offsetHeight;

		pane.scrollTop += row.getBoundingClientRect().top - pane.getBoundingClientRect().top - head - 2;
	}

	function inView(pane, row) {
		var box = pane.getBoundingClientRect(), at = row.getBoundingClientRect();

		return at.top >= box.top + 20 && at.bottom <= box.bottom;
	}

	/* Marks a line and its instructions. `from`: the pane that stays where it is. */
	function mark(code, id, from) {
		var line = document.getElementById(id), inst = all('[data-of="' + id + '"]', code);

		all('tr.here', code).forEach(function (row) {
			row.classList.remove('here');
		});
		if (line)
			line.classList.add('here');
		inst.forEach(function (row) {
			row.classList.add('here');
		});
		all('.pane', code).forEach(function (pane) {
			var row = pane.classList.contains('source') ? line : inst[0];

			if (row && pane !== from && !inView(pane, row))
				scrollPane(pane, row);
		});
	}

	/* The first row that can be seen, and belongs to a line. */
	function firstRow(pane) {
		var top = pane.getBoundingClientRect().top + pane.querySelector('thead').offsetHeight;
		var rows = all(pane.classList.contains('source') ? 'tr.line' : '[data-of]', pane);
		var i = rows.findIndex(function (row) {
			return !row.hidden && row.getBoundingClientRect().top >= top - 2;
		});

		return i >= 0 ? rows[i] : null;
	}

	/* Source and machine code scroll together. `until`: events before then come from following. */
	function follow(code) {
		var panes = all('.pane', code), until = 0;

		panes.forEach(function (pane) {
			pane.addEventListener('scroll', function () {
				var other = panes[0] === pane ? panes[1] : panes[0], row, id, to;

				if (!other || Date.now() < until || code.querySelector('.is-sorted') || !pane.matches(':hover, :focus'))
					return;
				row = firstRow(pane);
				id = row ? row.dataset.of || row.id : null;
				to = !id ? null : other.classList.contains('source') ? document.getElementById(id)
										      : other.querySelector('[data-of="' + id + '"]');
				if (to && !to.hidden) {
					until = Date.now() + 80;
					scrollPane(other, to);
				}
			}, {passive: true});
		});
	}

	function makeCode(code) {
		var tools = code.querySelector('.tools');

		if (!tools)
			return;
		tools.hidden = false;
		tools.querySelector('input').addEventListener('input', function () {
			apply(code);
		});
		tools.querySelector('.in-order').addEventListener('click', function () {
			all('.pane table', code).forEach(unsort);
			apply(code);
		});
		all('.pane', code).forEach(function (pane) {
			pane.addEventListener('click', function (event) {
				var row = event.target.closest('tr.line, [data-of]');

				if (row)
					mark(code, row.dataset.of || row.id, pane);
			});
		});
		follow(code);
	}

	/* ---- links to a line, and to a launch ---- */

	function go() {
		var id = decodeURIComponent(location.hash.slice(1)), element = id ? document.getElementById(id) : null;
		var article = launchOf(element);

		if (article)
			showLaunch(article);
		if (element && element.classList.contains('line')) {
			element.hidden = false;
			mark(element.closest('.code'), id, null);
			element.closest('.code').scrollIntoView();
		} else if (element) {
			element.scrollIntoView();
		}
	}

	function lineOf(kernel, file, line) {
		var article = [shown].concat(launches).find(function (x) {
			return x && x.dataset.kernel === kernel && x.querySelector('.source');
		});

		return article ? all('tr.line[data-line="' + Number(line) + '"]', article).find(function (row) {
			return (row.dataset.file || row.closest('tbody').dataset.file) === file;
		}) : null;
	}

	window.simtReport = {
		has: function (kernel, file, line) {
			return Boolean(lineOf(kernel, file, line));
		},
		show: function (kernel, file, line) {
			var row = lineOf(kernel, file, line);

			if (!row)
				return false;
			if (location.hash === '#' + row.id)
				go();
			else
				location.hash = row.id;
			return true;
		}
	};

	all('#differences table.sorted, #launches table.sorted').forEach(makeSortable);
	if (pick) {
		pick.parentNode.hidden = false;
		pick.addEventListener('change', function () {
			showLaunch(document.getElementById(pick.value));
		});
	}
	window.addEventListener('hashchange', go);
	document.addEventListener('DOMContentLoaded', function () {
		if (!launches.length)
			return;
		showLaunch(longest());
		if (location.hash)
			go();
	});
}());
