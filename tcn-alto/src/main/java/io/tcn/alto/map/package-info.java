// SPDX-License-Identifier: Apache-2.0
/// From what ALTO servers say to the network map of core: questions, resources that keep their ids, feeds, their union;
/// and topology files.
@NullMarked
package io.tcn.alto.map;

import org.jspecify.annotations.NullMarked;
