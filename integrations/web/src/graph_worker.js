// graph_worker.js - Graphviz in a worker.
//
// SPDX-License-Identifier: Apache-2.0
import { instance } from '@viz-js/viz';

const viz = instance();

onmessage = async ({ data }) => {
	try {
		// Without edges there are no ranks: the patterns of a filter are set in rows.
		postMessage({
			svg: (await viz).renderString(data, { format: 'svg', engine: data.includes(' -> ') ? 'dot' : 'osage' }),
		});
	} catch (error) {
		postMessage({ error: error.message });
	}
};
