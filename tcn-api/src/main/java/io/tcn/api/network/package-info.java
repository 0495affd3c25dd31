// SPDX-License-Identifier: Apache-2.0
/// Where the network map comes from: ALTO servers by the settings, or our own one over a topology file.
@NullMarked
package io.tcn.api.network;

import org.jspecify.annotations.NullMarked;
