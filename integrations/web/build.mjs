#!/usr/bin/env node
// build.mjs - builds the page: build.mjs TOOLS WASM OUT.
//
// TOOLS has the node_modules of package-lock.json, WASM the modules of the package robotsc.
// No script is a module, and workers are made from texts, so that the page works as a local file.
//
// SPDX-License-Identifier: Apache-2.0
import { execFileSync, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, gzipSync } from 'node:zlib';

const [tools, wasm, out] = process.argv.slice(2).map((path) => resolve(path));
const here = dirname(fileURLToPath(import.meta.url));
const sources = join(here, '../../bindings/js/src');
const { build, transform } = createRequire(join(tools, 'package.json'))('esbuild');

// If Zopfli is installed, it writes the same format in fewer octets.
const hasZopfli = !spawnSync('zopfli', ['-h']).error;
const deflate = (path) =>
	hasZopfli
		? execFileSync('zopfli', ['--deflate', '-c', path], { maxBuffer: 1 << 24 })
		: deflateRawSync(readFileSync(path), { level: 9, memLevel: 7 });
const deflated = (path) => deflate(path).toString('base64');

// The package robotsc, with its WebAssembly deflated: that halves its base64.
const robotsc = {
	name: 'robotsc',
	setup(of) {
		of.onResolve({ filter: /^robotsc$/ }, () => ({ path: join(sources, 'index.js') }));
		of.onResolve({ filter: /^robotsc\/(reader|tools)$/ }, ({ path }) => ({
			path: join(sources, `${path.slice('robotsc/'.length)}.js`),
		}));
		of.onResolve({ filter: /^\.\/crawlers\.js$/ }, () => ({ path: 'crawlers', namespace: 'none' }));
		of.onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'export const crawlers = [];' }));
		const path = of.initialOptions.define?.MODULE ?? 'page.wasm';
		of.onResolve({ filter: /\.wasm\.js$/ }, () => ({ path: join(here, 'src/wasm.js') }));
		of.onResolve({ filter: /^deflated:/ }, () => ({ path, namespace: 'deflated' }));
		of.onLoad({ filter: /./, namespace: 'deflated' }, ({ path }) => ({
			contents: `export default '${deflated(join(wasm, path))}';`,
		}));
	},
};

// Only those data of crawlers.json that the page shows.
const crawlers = {
	name: 'crawlers',
	setup(of) {
		of.onLoad({ filter: /crawlers\.json$/ }, ({ path }) => {
			const data = JSON.parse(readFileSync(path, 'utf8'));
			const sources = Object.entries(data.sources).map(([id, { url, read }]) => [id, { url, read }]);
			const names = data.names.map(({ purpose, maker, names: all }) => ({ purpose, maker, names: all }));
			const { purposes, crawlers: all } = data;
			const shown = { purposes, sources: Object.fromEntries(sources), crawlers: all, names };
			return { contents: JSON.stringify(shown), loader: 'json' };
		});
	},
};

// The page draws answers itself, so functions that would print an answer return it unchanged.
const unprinted = {
	name: 'unprinted',
	setup(of) {
		of.onLoad({ filter: /bindings.js.src.print\.js$/ }, ({ path }) => ({
			contents: readFileSync(path, 'utf8')
				.match(/(?<=^export function )\w+/gm)
				.map((name) => `export const ${name} = (answer) => answer;`)
				.join('\n'),
		}));
	},
};

// Unused imports of the editor's packages are left out: loading a package does nothing else.
const pure = {
	name: 'pure',
	setup(of) {
		of.onResolve({ filter: /^@(codemirror|lezer)\// }, async ({ path, resolveDir, kind, importer, pluginData }) =>
			pluginData
				? undefined
				: {
						...(await of.resolve(path, {
							resolveDir,
							kind,
							importer,
							pluginData: 'again',
						})),
						sideEffects: false,
					},
		);
	},
};

// more.js takes the modules that page.js has from page.js.
const shared = {
	name: 'shared',
	setup(of) {
		const filter = /^@codemirror\/(?:state|view)$|\/(agents|dialects|dom|editor|octets)\.js$/;
		of.onResolve({ filter }, ({ path }) => ({ path: filter.exec(path)[1] ?? 'parts', namespace: 'shared' }));
		of.onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({
			contents: `module.exports = globalThis.workbenchShared.${path};`,
		}));
	},
};

const bundle = async (entry, more = {}) => {
	const { outputFiles } = await build({
		entryPoints: [join(here, 'src', entry)],
		bundle: true,
		minify: true,
		write: false,
		format: 'iife',
		target: 'es2022',
		charset: 'utf8',
		legalComments: 'none',
		nodePaths: [join(tools, 'node_modules')],
		logLevel: 'warning',
		plugins: [crawlers, pure, robotsc, unprinted],
		...more,
	});
	return outputFiles[0].text;
};

// The licences of the packages in the scripts.
function licences() {
	const packages = Object.entries(JSON.parse(readFileSync(join(here, 'package-lock.json'), 'utf8')).packages);
	const used = packages.filter(([path]) => /@codemirror|@marijn|@viz-js|crelt|style-mod|w3c-keyname/.test(path));
	return used
		.map(([path, { version, license }]) => {
			const folder = join(tools, path);
			const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
			const title = `${path.replace(/^node_modules\//, '')} ${version} (${license})`;
			return `${title}\n\n${file ? readFileSync(join(folder, file), 'utf8') : ''}`;
		})
		.join(`\n${'-'.repeat(72)}\n\n`);
}

mkdirSync(out, { recursive: true });
const worker = await bundle('engine.js');
writeFileSync(join(out, 'page.js'), await bundle('main.js', { define: { WORKER: JSON.stringify(worker) } }));
const late = await bundle('engine_late.js', { define: { MODULE: 'late.wasm' } });
writeFileSync(join(out, 'late.js'), `globalThis.lateWorker=${JSON.stringify(late)};\n`);
writeFileSync(join(out, 'more.js'), await bundle('more.js', { plugins: [shared, pure], loader: { '.css': 'text' } }));
const graph = await bundle('graph_worker.js');
writeFileSync(join(out, 'graph.js'), `globalThis.graphWorker=${JSON.stringify(graph)};\n`);
writeFileSync(join(out, 'LICENSES.txt'), `The page contains robotsc (Apache-2.0) and:\n\n${licences()}`);
copyFileSync(join(here, 'index.html'), join(out, 'index.html'));
const css = readFileSync(join(here, 'page.css'), 'utf8');
writeFileSync(join(out, 'page.css'), (await transform(css, { loader: 'css', minify: true })).code);

const size = (name) => gzipSync(readFileSync(join(out, name)), { level: 9 }).length;
const first = ['index.html', 'page.css', 'page.js'].reduce((sum, name) => sum + size(name), 0);
console.log(
	`web: ${out}: first load ${(first / 1000).toFixed(1)} KB gzipped${hasZopfli ? '' : ' (less with zopfli)'},`,
	['more', 'late', 'graph'].map((name) => `${name}.js ${(size(`${name}.js`) / 1000).toFixed(1)} KB`).join(', '),
);
