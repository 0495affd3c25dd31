// SPDX-License-Identifier: Apache-2.0
/// Topologies from files, as those of core: JSON, and GML and GraphML as the Internet Topology Zoo has them, completed
/// by stated rules. One reader for the server, the ALTO server and the simulator.
@NullMarked
package io.tcn.alto.topology;

import org.jspecify.annotations.NullMarked;
