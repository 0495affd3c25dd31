// SPDX-License-Identifier: Apache-2.0
/// From network information to the network map of core. For now the information is a topology file.
@NullMarked
package io.tcn.alto.map;

import org.jspecify.annotations.NullMarked;
