// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.cli;

import java.util.Locale;

/// A topology file: `cern -- ams -- nyc -- bnl`, and `fnal` behind `nyc`; `ams-nyc` is the narrow link.
final class SmallNetwork {
    static final String CERN = "192.0.2.1";
    static final String BNL = "192.0.2.65";
    static final String FNAL = "192.0.2.129";

    private SmallNetwork() {}

    /// The file with this capacity of the link `ams-nyc`.
    static String json(double narrowGbps) {
        return String.format(Locale.ROOT, """
                {"nodes": [{"id": "cern", "type": "router"}, {"id": "ams", "type": "router"},
                           {"id": "nyc", "type": "router"}, {"id": "bnl", "type": "router"},
                           {"id": "fnal", "type": "router"}],
                 "links": [
                  {"id": "ca", "a": "cern", "b": "ams", "capacityGbps": 400, "latencyMs": 5, "metric": 10},
                  {"id": "an", "a": "ams", "b": "nyc", "capacityGbps": %s, "latencyMs": 40, "metric": 20},
                  {"id": "nb", "a": "nyc", "b": "bnl", "capacityGbps": 200, "latencyMs": 1, "metric": 5},
                  {"id": "nf", "a": "nyc", "b": "fnal", "capacityGbps": 100, "latencyMs": 10, "metric": 15}],
                 "sites": [
                  {"id": "cern", "routers": ["cern"], "capacityGbps": 800, "prefixes": ["192.0.2.0/26"]},
                  {"id": "bnl", "routers": ["bnl"], "capacityGbps": 800, "prefixes": ["192.0.2.64/26"]},
                  {"id": "fnal", "routers": ["fnal"], "capacityGbps": 800, "prefixes": ["192.0.2.128/26"]}]}
                """, narrowGbps);
    }
}
