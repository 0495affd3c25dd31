// SPDX-License-Identifier: Apache-2.0
/// Maps of the Internet Topology Zoo (GML and GraphML): read, completed by stated rules, and as a topology of core.
@NullMarked
package io.tcn.sim.zoo;

import org.jspecify.annotations.NullMarked;
