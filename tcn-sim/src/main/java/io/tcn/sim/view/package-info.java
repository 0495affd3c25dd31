// SPDX-License-Identifier: Apache-2.0
/// What a scenario looks like to people before it is run: a description in words and a map.
@NullMarked
package io.tcn.sim.view;

import org.jspecify.annotations.NullMarked;
