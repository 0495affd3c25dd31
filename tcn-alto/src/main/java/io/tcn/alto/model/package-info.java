// SPDX-License-Identifier: Apache-2.0
/// ALTO's messages as immutable records: what a server says, with every spelling already made one.
@NullMarked
package io.tcn.alto.model;

import org.jspecify.annotations.NullMarked;
